import SeashellKit
import Testing

@testable import SeashellModules

struct ToolsExaminationTests {
  /// The findings in a tool with a schema of its arguments, and further members.
  private func findings(
    _ schema: String, _ more: String = "", name: String = "go"
  ) throws -> [String] {
    let json = try CellValue(
      json: #"{"name":"\#(name)","description":"Go","inputSchema":\#(schema)\#(more)}"#)
    return ToolExamination(try ToolDescription(json)).problems.map {
      "\($0.isError ? "error" : "warning") \($0.place): \($0.message)"
    }
  }

  @Test func `a good tool has nothing to mend`() throws {
    let schema = ##"""
      {"type":"object","required":["zone"],"properties":{
        "zone":{"type":"string","description":"a zone","pattern":"^[A-Z]+$"},
        "point":{"$ref":"#/$defs/P","description":"where"},
        "kind":{"enum":["a","b"],"default":"a","description":"which"}},
       "$defs":{"P":{"type":"object","properties":{"x":{"type":"number"}}}}}
      """##
    #expect(try findings(schema) == [])
  }

  @Test(arguments: [
    (#"{"properties":{}}"#, "error go.inputSchema: must have \"type\": \"object\""),
    (#"{"type":"object","properties":[]}"#, "error go.inputSchema.properties: must be an object"),
    (
      #"{"type":"object","properties":{"a":{"type":"text","description":"a"}}}"#,
      "error go.inputSchema.properties.a.type: \"text\" is not a type of JSON Schema"
    ),
    (
      #"{"type":"object","properties":{"a":{"type":"string"}}}"#,
      "warning go.inputSchema.properties.a: has no 'description', which help shows"
    ),
    (
      #"{"type":"object","properties":{"a":7}}"#,
      "error go.inputSchema.properties.a: must be a schema: an object, true or false"
    ),
    (
      ##"{"type":"object","properties":{"a":{"$ref":"#/$defs/X","description":"a"}}}"##,
      "error go.inputSchema.properties.a.$ref: '#/$defs/X' leads nowhere"
    ),
    (
      #"{"type":"object","properties":{"a":{"enum":[],"description":"a"}}}"#,
      "error go.inputSchema.properties.a.enum: must be a list with a value"
    ),
    (
      #"{"type":"object","properties":{"a":{"enum":["x"],"default":"y","description":"a"}}}"#,
      "warning go.inputSchema.properties.a.default: \"y\" is not in 'enum'"
    ),
    (
      #"{"type":"object","properties":{"a":{"type":"integer","default":"y","description":"a"}}}"#,
      "warning go.inputSchema.properties.a.default: is text, not a whole number"
    ),
    (
      #"{"type":"object","properties":{"a":{"type":"integer","minimum":5,"maximum":1,"description":"a"}}}"#,
      "error go.inputSchema.properties.a: 'minimum' is above 'maximum', so that no value fits"
    ),
    (
      #"{"type":"object","properties":{"a":{"type":"string","pattern":"(?>x)","description":"a"}}}"#,
      "warning go.inputSchema.properties.a.pattern: the shell cannot check it; the module must"
    ),
    (
      #"{"type":"object","required":"a"}"#, "error go.inputSchema.required: must be a list of names"
    ),
    (
      #"{"type":"object","required":["a"]}"#,
      "warning go.inputSchema.required: 'a' is not in 'properties'"
    ),
    (
      #"{"type":"object","anyOf":[]}"#, "error go.inputSchema.anyOf: must be a list of schemas"
    ),
  ])
  func aMistakeIsFound(schema: String, finding: String) throws {
    let found = try findings(schema)
    #expect(found.contains(finding), "\(found)")
  }

  @Test func `the rest of the description is examined too`() throws {
    let object = #"{"type":"object"}"#
    #expect(
      try findings(object, #","annotations":{"readOnlyHint":"yes"}"#)
        == ["error go.annotations.readOnlyHint: must be true or false"])
    #expect(
      try findings(object, #","annotations":{"readOnlyHint":true,"destructiveHint":true}"#)
        == ["warning go.annotations: says that it is read-only and that it destroys"])
    #expect(
      try findings(object, #","outputSchema":{"type":"array"}"#)
        == [#"error go.outputSchema: must have "type": "object""#])
    #expect(try findings(object, name: "go there").count == 1)
  }

  @Test func `a schema that contains itself ends`() throws {
    let schema = ##"""
      {"type":"object","properties":{"a":{"$ref":"#","description":"a"},
       "b":{"allOf":[{"$ref":"#/properties/b"}],"description":"b"}}}
      """##
    #expect(try findings(schema) == [])
  }
}
