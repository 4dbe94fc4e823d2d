@testable import SeashellModules
import SeashellKit
import ShellCommands
import ShellLanguage
import ShellOutput
import Testing

extension ToolsSchemaTests {
  @Test func `a required argument with a default may be left out`() throws {
    let tool = try SampleTool(
      properties: #""a":{"type":"string"},"b":{"type":"integer","default":3}"#,
      required: #""a","b""#)
    #expect(tool.specification.problem == nil)
    #expect(try tool.arguments(["x"]) == #"{"a":"x","b":3}"#)
    #expect(try tool.arguments(["x", "4"]) == #"{"a":"x","b":4}"#)
  }

  @Test func `a tool's read-only hint is believed only if the user says so`()
    throws
  {
    for (hint, believes, changes) in [
      ("true", true, false), ("true", false, true), ("false", true, true),
    ] {
      let tool = try SampleTool(
        schema: "{}", more: #","annotations":{"readOnlyHint":\#(hint)}"#
      ).tool
      let parameters = ToolParameters(tool, named: "go", of: "m", believesHints: believes)
      #expect(parameters.specification.changesData == changes)
    }
  }

  @Test func `only tools of servers have the option --answers`() throws {
    let json = #"{"name":"go","inputSchema":{"properties":{"answers":{"type":"string"}}}}"#
    let server = try SampleTool(json, takesAnswers: true)
    #expect(server.specification.problem == nil)
    #expect(try server.arguments(["--arg-answers", "x"]) == #"{"answers":"x"}"#)
    #expect(
      server.error(["--answers", "[1]"]) == "1: --answers has an element that is not an object")
    let program = try SampleTool(json)
    #expect(try program.arguments(["--answers", "x"]) == #"{"answers":"x"}"#)
  }

  @Test func `Two tools with the same command are an error that names both`() throws {
    try ToolNames.check(tools(["a_b", "a", "b"]))
    #expect(
      throws: ModuleError("its tools 'a_b' and 'a-b' would both be the command 'a-b'")
    ) { try ToolNames.check(tools(["a_b", "c", "a-b"])) }
    #expect(throws: ModuleError("it offers the tool 'a' twice")) {
      try ToolNames.check(tools(["a", "a"]))
    }
  }

  @Test(arguments: [
    ("Get it. Then more.", "Get it", "Get it. Then more."), ("Get it.", "Get it", ""),
    (
      "Get it,\n  e.g. Now or\tlater\n\nMore", "Get it, e.g. Now or later",
      "Get it,\ne.g. Now or\tlater\n\nMore"
    ),
    ("", "", ""), ("\n \n", "", ""), ("Why? Because.", "Why?", "Why? Because."),
    ("Wait...", "Wait...", ""),
  ])
  func `The first sentence of a description is the abstract`(
    text: String, abstract: String, discussion: String
  ) {
    #expect(ToolText.abstract(of: text) == abstract)
    #expect(ToolText.discussion(of: text) == discussion)
  }

  @Test(arguments: [
    (#"{"properties":{"id":{},"name":{}}}"#, ["id", "name"]),
    (#"{"properties":{"id":{}}}"#, ["id"]),
    (
      #"{"properties":{"orders":{"items":{"properties":{"id":{},"on":{}}}}}}"#, ["id", "on"]
    ),
    (
      ##"{"properties":{"result":{"$ref":"#/$defs/A"}},"$defs":{"A":{"properties":{"a":{}}}}}"##,
      ["a"]
    ),
    (#"{"properties":{"result":{"type":"string"}}}"#, []),
    (#"{"properties":{"tags":{"items":{"type":"string"}}}}"#, ["tags"]),
    (#"{"type":"object"}"#, []),
    (#"{"type":"array","items":{"properties":{"id":{}}}}"#, ["id"]),
  ])
  func `the schema of a result names the fields of its records`(
    schema: String, fields: [String]
  ) throws {
    let tool = try SampleTool(schema: #"{"type":"object"}"#, more: #","outputSchema":\#(schema)"#)
    #expect(tool.specification.fields == fields)
  }
}
