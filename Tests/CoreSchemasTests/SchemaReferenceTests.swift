import CoreJSON
import Testing

@testable import CoreSchemas

@Suite struct SchemaReferenceTests {
  @Test(arguments: [
    ##"{"$defs":{"a":{"type":"null"}},"$ref":"#/$defs/a"}"##,
    ##"{"$defs":{"a/b~c %":{"type":"null"}},"$ref":"#/$defs/a~1b~0c%20%25"}"##,
    ##"{"$defs":{"a":{"$anchor":"here","type":"null"}},"$ref":"#here"}"##,
    ##"{"$id":"http://a.org/x/root.json","$defs":{"a":{"$id":"item.json","type":"null"}},"$ref":"item.json"}"##,
    ##"{"$id":"http://a.org/x/root.json","$defs":{"a":{"$id":"/y/","$defs":{"b":{"type":"null"}}}},"$ref":"../y/#/$defs/b"}"##,
    ##"{"$id":"http://a.org/root","$defs":{"a":{"type":"null"}},"$ref":"http://a.org/root#/$defs/a"}"##,
    ##"{"$id":"urn:x:y","$defs":{"a":{"$id":"urn:x:z","$ref":"#/$defs/b","$defs":{"b":{"type":"null"}}}},"$ref":"urn:x:z"}"##,
    ##"{"items":{"anyOf":[{"type":"null"},true]},"$ref":"#/items/anyOf/0"}"##,
    ##"{"other":{"type":"null"},"$ref":"#/other"}"##,
  ])
  func `a reference leads to a schema of the document`(schema: String) throws {
    #expect(try differences(schema, "1") == ["the value is 1, not null"])
    #expect(try differences(schema, "null").isEmpty)
  }

  @Test func `a schema can contain itself`() throws {
    let schema = ##"{"type":"object","properties":{"next":{"$ref":"#"}}}"##
    #expect(try differences(schema, #"{"next":{"next":{}}}"#).isEmpty)
    #expect(try differences(schema, #"{"next":{"next":1}}"#) == ["next.next is 1, not an object"])
  }

  @Test func `a dynamic reference leads to the outermost anchor`() throws {
    let schema = ##"""
      {"$id":"strict","$dynamicAnchor":"node","$ref":"tree","unevaluatedProperties":false,
      "$defs":{"tree":{"$id":"tree","$dynamicAnchor":"node",
      "properties":{"sub":{"$dynamicRef":"#node"}}}}}
      """##
    #expect(try differences(schema, #"{"sub":{"sub":{}}}"#).isEmpty)
    #expect(try differences(schema, #"{"sub":{"x":1}}"#) == ["sub.x is not allowed"])
  }

  @Test func `a recursive reference leads to the outermost resource`() throws {
    let schema = ##"""
      {"$schema":"https://json-schema.org/draft/2019-09/schema","$id":"http://a.org/strict",
      "$recursiveAnchor":true,"$ref":"tree","unevaluatedProperties":false,
      "$defs":{"tree":{"$id":"tree","$recursiveAnchor":true,
      "properties":{"sub":{"$recursiveRef":"#"}}}}}
      """##
    #expect(try differences(schema, #"{"sub":{"sub":{}}}"#).isEmpty)
    #expect(try differences(schema, #"{"sub":{"x":1}}"#) == ["sub.x is not allowed"])
  }

  @Test func `a schema can be a part of a document`() throws {
    let text = ##"""
      {"components":{"schemas":{"Item":{"properties":{"size":{"$ref":"#/components/schemas/Size"}}},
      "Size":{"type":"integer"}}}}
      """##
    let schema = try JSONSchema(
      JSONValue(json: text), at: "/components/schemas/Item", dialect: .openAPI3_0)
    let found = try schema.check(["size": "XL"]).differences
    #expect(found.map(\.description) == ["size is text, not an integer"])
    #expect(found.map(\.pointer) == ["/components/schemas/Size/type"])
    #expect(schema.notChecked.isEmpty)
  }

  @Test(arguments: [
    ("item.json", "http://a.org/x/y", "http://a.org/x/item.json"),
    ("/item", "http://a.org/x/y", "http://a.org/item"),
    ("../item", "http://a.org/x/y/z", "http://a.org/x/item"),
    ("./", "http://a.org/x/y", "http://a.org/x/"),
    ("../../../g", "http://a/b/c/d;p?q", "http://a/g"),
    ("//b.org/c", "http://a.org/x", "http://b.org/c"),
    ("?q", "http://a.org/x?p", "http://a.org/x?q"),
    ("urn:a:b", "http://a.org/x", "urn:a:b"), ("#f", "http://a.org/x?p", "http://a.org/x?p"),
    ("item", "", "item"), ("item", "http://a.org", "http://a.org/item"), ("", "a/b", "a/b"),
  ])
  func `a URI is resolved as in RFC 3986`(reference: String, base: String, result: String) {
    #expect(SchemaURI(reference).resolved(against: SchemaURI(base)).withoutFragment == result)
  }
}
