import CoreJSON
import Testing

@testable import SeashellAPIs

@Suite struct SchemaTests {
  @Test(arguments: [
    (#"{"type": "string"}"#, "string"), (#"{"type": ["string", "null"]}"#, "string null"),
    (#"{"type": "string", "nullable": true}"#, "string null"), ("true", ""), ("{}", ""),
    (#"{"properties": {"a": {}}}"#, "object"), (#"{"items": {}}"#, "array"),
    (#"{"anyOf": [{"type": "integer"}, {"type": "null"}]}"#, "integer null"),
    (#"{"oneOf": [{"type": "integer"}, {"type": "string"}]}"#, "string integer"),
    (#"{"oneOf": [{"type": "integer"}, {}]}"#, ""), (#"{"type": "money"}"#, ""),
    (#"{"allOf": [{"type": "number"}, {"type": "integer"}]}"#, "integer"),
    (#"{"additionalProperties": {"type": "string"}}"#, "object"),
  ])
  func `a schema has its types`(schema: String, types: String) throws {
    #expect(try ReadDescription.schema(schema).types.names.joined(separator: " ") == types)
  }

  @Test func `a schema keeps the restrictions on its values`() throws {
    let schema = try ReadDescription.schema(
      """
      {"type": "number", "format": "double", "title": "T", "description": "D", "default": 1.50,
       "example": 2, "enum": [1, 2.5, null], "minimum": 1, "exclusiveMinimum": 0,
       "maximum": 10, "exclusiveMaximum": true, "multipleOf": 0.5, "deprecated": true,
       "readOnly": true, "writeOnly": true, "minItems": 1, "maxItems": 3, "uniqueItems": true,
       "contentMediaType": "image/png"}
      """)
    #expect(schema.format == "double" && schema.title == "T" && schema.description == "D")
    #expect(schema.defaultValue?.jsonText == "1.50" && schema.example == 2)
    #expect(schema.choices == [1, 2.5, nil])
    #expect(schema.bounds.minimum == JSONNumber(0) && schema.bounds.isMinimumExclusive)
    #expect(schema.bounds.maximum == JSONNumber(10) && schema.bounds.isMaximumExclusive)
    #expect(schema.bounds.multipleOf?.text == "0.5" && schema.bounds.hasUniqueItems)
    #expect(schema.bounds.minItems == 1 && schema.bounds.maxItems == 3)
    #expect(schema.isDeprecated && schema.isReadOnly && schema.isWriteOnly)
    #expect(schema.contentType == "image/png" && schema.cut == nil)
    #expect(try ReadDescription.schema(#"{"const": "a"}"#).choices == ["a"])
  }

  @Test func `allOf is merged, and its names of required properties with it`() throws {
    let schema = try ReadDescription.schema(
      """
      {"allOf": [{"$ref": "#/components/schemas/Base"},
                 {"properties": {"b": {"type": "integer"}}, "required": ["a"]}],
       "required": ["b"], "description": "Both"}
      """, components: #""Base": {"properties": {"a": {"type": "string"}}, "description": "x"}"#)
    #expect(schema.properties.map(\.name) == ["a", "b"])
    #expect(schema.properties.map(\.isRequired) == [true, true])
    #expect(schema.type == .object && schema.description == "Both")
  }

  @Test func `alternatives are kept, but a single one besides null is merged`() throws {
    let components = #""A": {"type": "object", "properties": {"k": {}}}, "B": {"type": "object"}"#
    let schema = try ReadDescription.schema(
      """
      {"oneOf": [{"$ref": "#/components/schemas/A"}, {"$ref": "#/components/schemas/B"}],
       "discriminator": {"propertyName": "k"}}
      """, components: components)
    #expect(schema.alternatives.map(\.name) == ["A", "B"] && schema.discriminator == "k")
    let one = try ReadDescription.schema(
      ##"{"anyOf": [{"$ref": "#/components/schemas/A"}, {"type": "null"}]}"##,
      components: components)
    #expect(one.alternatives.isEmpty && one.name == "A" && one.isNullable)
    #expect(one.properties.map(\.name) == ["k"])
  }

  @Test func `a schema that contains itself is cut there`() throws {
    let schema = try ReadDescription.schema(
      ##"{"$ref": "#/components/schemas/Node"}"##,
      components: """
        "Node": {"type": "object", "properties": {"next": {"$ref": "#/components/schemas/Node"},
          "all": {"type": "array", "items": {"$ref": "#/components/schemas/Node"}}}}
        """)
    let next = try #require(schema.property("next")?.schema)
    #expect(next.cut == .recursion && next.name == "Node" && next.types == .object)
    #expect(next.properties.isEmpty)
    #expect(schema.property("all")?.schema.items?.cut == .recursion)
  }

  @Test(arguments: [
    ##"{"$ref": "#/components/schemas/A"}"##, ##"{"$ref": "#/nothing"}"##, ##"{"$ref": "#name"}"##,
    ##"{"$ref": "#/components/schemas/A/%ZZ"}"##, ##"{"$ref": "https://example.com/a.json#/B"}"##,
  ])
  func `a broken reference is recorded`(schema: String) throws {
    let description = try ReadDescription(
      paths:
        #""/a": {"get": {"parameters": [{"name": "p", "in": "query", "schema": \#(schema)}]}}"#,
      ##""components": {"schemas": {"A": {"$ref": "#/components/schemas/B"}, "B": {"$ref": "#/components/schemas/A"}}}"##
    )
    #expect(description.operations[0].parameters[0].schema.cut == .reference)
    #expect(description.head.problemCount == 1)
  }

  @Test(arguments: [
    ("a/b", "a~1b"), ("a~b", "a~0b"), ("a~1b", "a~01b"), ("{x}", "%7Bx%7D"), ("ü", "%C3%BC"),
    ("ü", "ü"),
    ("a b", "a%20b"), ("50%", "50%"), ("", ""), ("0", "0"),
  ])
  func `names in references are unescaped`(name: String, token: String) throws {
    let schema = try ReadDescription.schema(
      ##"{"$ref": "#/components/schemas/\##(token)"}"##,
      components: #""\#(name)": {"type": "integer"}"#)
    #expect(schema.types == .integer)
  }

  @Test func `members beside a reference add to the schema`() throws {
    let schema = try ReadDescription.schema(
      ##"{"description": "mine", "$ref": "#/components/schemas/A", "default": 3}"##,
      components: #""A": {"type": "integer", "description": "theirs", "maximum": 5}"#)
    #expect(schema.description == "mine" && schema.defaultValue == 3)
    #expect(schema.bounds.maximum == JSONNumber(5))
  }
}
