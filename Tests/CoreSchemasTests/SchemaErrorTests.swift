import CoreJSON
import Testing

@testable import CoreSchemas

@Suite struct SchemaErrorTests {
  private func error(in schema: String, at pointer: String = "") throws -> String {
    let document = try JSONValue(json: schema)
    return try #require(
      #expect(throws: SchemaError.self) { try JSONSchema(document, at: pointer) }
    ).description
  }

  @Test(arguments: [
    ("1", "the schema is a number, not a schema"),
    (#"{"properties":{"a":[]}}"#, "#/properties/a is a list, not a schema"),
    (#"{"properties":[]}"#, "#/properties is a list, not an object"),
    (#"{"allOf":{}}"#, "#/allOf is an object, not a list"),
    (#"{"anyOf":[]}"#, "#/anyOf is an empty list"),
    (
      #"{"items":{"type":"strin"}}"#,
      "#/items/type is 'strin'; choose null, boolean, integer, number, string, array or object"
    ),
    (#"{"type":1}"#, "#/type is a number, not a list of names"),
    (#"{"required":[1]}"#, "#/required has a number, where a name is expected"),
    (#"{"required":true}"#, "#/required is a Boolean, not a list of names"),
    (#"{"minimum":"5"}"#, "#/minimum is text, not a number"),
    (#"{"exclusiveMinimum":true}"#, "#/exclusiveMinimum is a Boolean, not a number"),
    (#"{"minLength":-1}"#, "#/minLength is -1, not a count"),
    (#"{"minLength":1.5}"#, "#/minLength is 1.5, not a count"),
    (#"{"multipleOf":0}"#, "#/multipleOf is 0; it must be more than 0, with at most 37 digits"),
    (#"{"pattern":"("}"#, "#/pattern is not a regular expression: '('"),
    (
      #"{"patternProperties":{"a/[":true}}"#,
      "#/patternProperties/a~1[ is not a regular expression: 'a/['"
    ),
    (##"{"$ref":"#/$defs/a"}"##, "#/$ref leads to nothing in this document: '#/$defs/a'"),
    (##"{"$ref":"#a"}"##, "#/$ref leads to nothing in this document: '#a'"),
    (##"{"$ref":"#/type","type":"null"}"##, "#/type is text, not a schema"),
    (#"{"$ref":1}"#, "#/$ref is a number, not text"),
    (
      #"{"items":[true]}"#, "#/items is a list; the name of the list is 'prefixItems' since 2020-12"
    ),
  ])
  func `an error names its place`(schema: String, message: String) throws {
    #expect(try error(in: schema) == message)
  }

  @Test func `a place that does not exist is an error`() throws {
    #expect(try error(in: "{}", at: "/a") == "#/a does not exist")
  }

  @Test(arguments: [
    ##"{"$ref":"#"}"##, ##"{"allOf":[{"$ref":"#"}]}"##, ##"{"not":{"$ref":"#"}}"##,
    ##"{"$defs":{"a":{"$ref":"#/$defs/b"},"b":{"anyOf":[true,{"$ref":"#/$defs/a"}]}},"$ref":"#/$defs/b","unevaluatedItems":true}"##,
  ])
  func `a schema that leads to itself for the same value ends with an error`(schema: String) throws
  {
    let schema = try JSONSchema(JSONValue(json: schema))
    let error = #expect(throws: SchemaError.self) { try schema.check(1) }
    #expect(error?.message == "refers to itself without an end")
  }

  @Test func `depth has a limit`() throws {
    var text = ##"{"properties":{"a":{"$ref":"#"}}}"##
    for _ in 0..<20 { text = #"{"allOf":[\#(text)]}"# }
    let schema = try JSONSchema(JSONValue(json: text))
    var value: JSONValue = 1
    for _ in 0..<20 { value = ["a": value] }
    #expect(try schema.check(value).isValid)
    for _ in 0..<20 { value = ["a": value] }
    #expect(throws: SchemaError.self) { try schema.check(value) }
  }

  @Test func `work has a limit`() throws {
    let pair = ##"[{"$ref":"#/$defs/a"},{"$ref":"#/$defs/a"}]"##
    let schema = try JSONSchema(
      JSONValue(
        json: ##"""
          {"$ref":"#/$defs/a","$defs":{"a":{"properties":{"x":{"anyOf":\##(pair)}},"required":["y"]}}}
          """##))
    var value: JSONValue = 1
    for _ in 0..<50 { value = ["x": value] }
    let error = #expect(throws: SchemaError.self) { try schema.check(value, steps: 100_000) }
    #expect(error?.description == "the schema takes too many steps to check this value")
  }

  @Test func `a pattern that takes too long ends the check`() throws {
    let schema = try JSONSchema(["pattern": "^(a+)+$"])
    let text = String(repeating: "a", count: 100) + "!"
    let error = #expect(throws: SchemaError.self) { try schema.check(.string(text)) }
    #expect(error?.message == "has a pattern that takes too long to match: '^(a+)+$'")
  }

  @Test func `long chains of references and many equal items are no problem`() throws {
    let links = (0..<20_000).map { ##""d\##($0)":{"items":{"$ref":"#/$defs/d\##($0 + 1)"}}"## }
    let text = ##"{"$ref":"#/$defs/d0","$defs":{\##(links.joined(separator: ",")),"d20000":true}}"##
    #expect(try JSONSchema(JSONValue(json: text)).check([[[1]]]).isValid)
    let numbers = (0..<20_000).map { "1.000000000000000000000\($0)1" }.joined(separator: ",")
    let unique = try JSONSchema(["uniqueItems": true])
    #expect(try unique.check(JSONValue(json: "[\(numbers)]")).isValid)
  }

  @Test func `differences are counted, and the first ones kept`() throws {
    let schema = try JSONSchema(["items": ["type": "null"]])
    let value = JSONValue.array((0..<50).map { .integer($0) })
    let result = try schema.check(value)
    #expect(result.count == 50 && result.differences.count == 20 && !result.isValid)
    #expect(try schema.check(value, atMost: 3).differences.map(\.path) == ["[0]", "[1]", "[2]"])
    #expect(try schema.check(value, atMost: 0).count == 50)
  }

  @Test func `messages and paths have a limit`() throws {
    let long = String(repeating: "x", count: 10_000)
    let schema = try JSONSchema(JSONValue(json: #"{"additionalProperties":{"const":"\#(long)"}}"#))
    let result = try schema.check(.object([long: .string("y\(long)")]))
    let difference = try #require(result.differences.first)
    #expect(difference.path.count <= 70 && difference.message.count <= 301)
    var path = ValuePath()
    for index in 0..<100 { path.append(.name("name\(index)")) }
    #expect(path.text.hasPrefix("…") && path.text.hasSuffix(".name99") && path.text.count <= 201)
  }
}
