import CoreJSON
import Testing

@testable import CoreSchemas

@Suite struct SchemaVersionTests {
  private func schema(_ version: String, _ rest: String) -> String {
    #"{"$schema":"\#(version)",\#(rest)}"#
  }

  private static let draft4 = "http://json-schema.org/draft-04/schema#"
  private static let draft6 = "http://json-schema.org/draft-06/schema#"
  private static let draft7 = "http://json-schema.org/draft-07/schema"
  private static let draft2019 = "https://json-schema.org/draft/2019-09/schema"

  @Test(arguments: [
    (draft4, #""maximum":5,"exclusiveMaximum":true"#, "5"), (draft4, #""type":"integer""#, "1.0"),
    (draft4, #""items":[{"type":"null"}],"additionalItems":false"#, "[null,1]"),
    (draft4, ##""definitions":{"a":{"id":"#b","type":"null"}},"$ref":"#b""##, "1"),
    (draft4, ##""id":"http://a/b","definitions":{"a":{"id":"c","type":"null"}},"$ref":"c""##, "1"),
    (draft6, #""exclusiveMaximum":5"#, "5"), (draft6, #""const":1"#, "2"),
    (draft6, #""contains":{"const":1}"#, "[2]"),
    (draft6, #""propertyNames":{"const":"b"}"#, #"{"a":1}"#),
    (draft7, #""if":true,"then":false"#, "1"),
    (draft7, #""dependencies":{"a":["b"]}"#, #"{"a":1}"#),
    (draft7, #""dependencies":{"a":{"required":["b"]}}"#, #"{"a":1}"#),
    (draft7, ##""definitions":{"a":{"$id":"#b","type":"null"}},"$ref":"#b""##, "1"),
    (draft7, #""items":[true],"additionalItems":{"type":"null"}"#, "[1,1]"),
    (draft2019, #""items":[true],"unevaluatedItems":false"#, "[1,1]"),
    (draft2019, #""dependentRequired":{"a":["b"]}"#, #"{"a":1}"#),
  ])
  func `the version decides what a keyword means`(version: String, rest: String, value: String)
    throws
  {
    #expect(try differences(schema(version, rest), value).count == 1)
    #expect(try notChecked(schema(version, rest)).isEmpty)
  }

  @Test(arguments: [
    (draft4, #""const":1"#, "keyword 'const'"), (draft6, #""if":true"#, "keyword 'if'"),
    (draft7, #""dependentRequired":{}"#, "keyword 'dependentRequired'"),
    (
      draft7, ##""$ref":"#/definitions/a","minimum":5,"definitions":{"a":true}"##,
      "keyword 'minimum' beside '$ref'"
    ),
    ("http://a.org/mine", #""type":"null""#, "$schema 'http://a.org/mine'"),
  ])
  func `keywords of other versions are not checked`(version: String, rest: String, part: String)
    throws
  {
    #expect(try notChecked(schema(version, rest)) == [part])
  }

  @Test func `without a version it is that of 2020`() throws {
    #expect(try differences(#"{"prefixItems":[{"type":"null"}]}"#, "[1]").count == 1)
    #expect(try notChecked(#"{"additionalItems":false}"#) == ["keyword 'additionalItems'"])
    #expect(throws: SchemaError.self) { try notChecked(#"{"items":[true]}"#) }
  }

  @Test func `nullable allows null in OpenAPI 3.0`() throws {
    let schema = #"{"type":"string","enum":["a"],"nullable":true}"#
    #expect(try differences(schema, "null", .openAPI3_0).isEmpty)
    #expect(try differences(schema, "1", .openAPI3_0) == ["the value is 1, not text"])
    #expect(try differences(schema, "null") == ["the value is null, not text"])
    #expect(try notChecked(schema) == ["keyword 'nullable'"])
    let bounds = #"{"minimum":1,"exclusiveMinimum":true,"type":"integer"}"#
    #expect(try differences(bounds, "1.0", .openAPI3_0).count == 1)
    #expect(try differences(bounds, "2.0", .openAPI3_0).isEmpty)
  }

  @Test(arguments: [
    ("int32", "2147483647", true), ("int32", "2147483648", false), ("int32", "-2147483649", false),
    ("int64", "9223372036854775807", true), ("int64", "9223372036854775808", false),
    ("double", "1e300", true), ("password", #""a""#, true), ("int32", #""a""#, true),
  ])
  func `formats of OpenAPI bound numbers or say nothing`(
    format: String, value: String, isValid: Bool
  ) throws {
    let schema = #"{"format":"\#(format)"}"#
    #expect(try differences(schema, value, .openAPI3_0).isEmpty == isValid)
    #expect(try notChecked(schema).isEmpty)
  }

  @Test(arguments: [
    (#""openapi":"3.0.3""#, true), (#""swagger":"2.0""#, true), (#""openapi":"3.1.0""#, false),
    (#""openapi":"3.1.0","jsonSchemaDialect":"http://json-schema.org/draft-04/schema#""#, false),
  ])
  func `the version of a description is that of its schemas`(version: String, isOld: Bool) throws {
    let document = try JSONValue(json: "{\(version),\"a\":{\"type\":\"null\",\"nullable\":true}}")
    #expect(try JSONSchema(document, at: "/a").notChecked.isEmpty == isOld)
  }

  @Test(arguments: [(#""openapi":"3.1.0","#, true), (#""swagger":"2.0","#, true), ("", false)])
  func `a response may lack what is only written`(version: String, isValid: Bool) throws {
    let schema = #"{"required":["a","b"],"properties":{"b":{"writeOnly":true}}}"#
    let document = try JSONValue(json: #"{\#(version)"x":\#(schema)}"#)
    let result = try JSONSchema(document, at: "/x").check(["a": 1])
    #expect(result.isValid == isValid)
  }

  @Test(arguments: [
    ("", ""), ("#", ""), ("#/a~1b/c%20d", "/a~1b/c d"), ("#a", nil), ("b.json#/a", nil),
    ("#/%4", nil),
  ])
  func `a reference within a document is a pointer`(reference: String, pointer: String?) {
    #expect(JSONPointer.local(reference) == pointer)
  }

  @Test func `each part that is not checked is named once, and annotations are not`() throws {
    let schema = #"""
      {"title":"A","x-mine":1,"example":2,"requierd":["a"],"properties":{"a":{"format":"duration"},
      "b":{"format":"duration","contentEncoding":"base64"},"c":{"$ref":"http://b.org/c"},
      "d":{"pattern":"(?<=a+)b"}}}
      """#
    #expect(
      try notChecked(schema).sorted() == [
        "format 'duration' at #/properties/a", "keyword 'contentEncoding' at #/properties/b",
        "keyword 'requierd'",
        "pattern '(?<=a+)b' at #/properties/d/pattern",
        "reference 'http://b.org/c' at #/properties/c",
      ])
    let keywords = (1...60).map { #""k\#($0)":1"# }.joined(separator: ",")
    let parts = try notChecked("{\(keywords)}")
    #expect(parts.count == 51 && parts.last == "10 more")
  }
}
