@testable import SeashellModules
import SeashellKit
@testable import ShellCommands
import ShellLanguage
import ShellOutput
import Testing

/// The conversion of words to a tool's arguments, schema by schema.
@Suite struct ToolsSchemaTests {
  @Test(
    arguments: [
      (#""a":{"type":"integer"}"#, ["-5"], #"{"a":-5}"#),
      (#""a":{"type":"number","minimum":-1.5}"#, ["-0.25"], #"{"a":-0.25}"#),
      (#""a":{"type":"number"}"#, ["1"], #"{"a":1}"#),
      (#""a":{"type":"boolean"}"#, ["false"], #"{"a":false}"#),
      (#""a":{"type":"boolean"}"#, ["--a", "true"], #"{"a":true}"#),
      (#""a":{"type":"string"}"#, ["1"], #"{"a":"1"}"#),
      (#""a":{"type":"string"}"#, [""], #"{"a":""}"#),
      (#""a":{"type":["string","null"]}"#, ["null"], #"{"a":"null"}"#),
      (#""a":{"anyOf":[{"type":"integer"},{"type":"null"}]}"#, ["3"], #"{"a":3}"#),
      (
        #""a":{"anyOf":[{"type":"integer"},{"type":"null"}]}"#,
        ["--json", #"{"a":null}"#], #"{"a":null}"#
      ),
      (#""a":{"enum":["x y","z"]}"#, ["x y"], #"{"a":"x y"}"#),
      (#""a":{"enum":[1,2.5,true,null]}"#, ["2.5"], #"{"a":2.5}"#),
      (#""a":{"const":7}"#, ["7"], #"{"a":7}"#),
      (
        #""a":{"oneOf":[{"const":"r","title":"Red"},{"const":"g","title":"Green"}]}"#,
        ["g"], #"{"a":"g"}"#
      ),
      (#""a":{"anyOf":[{"enum":["r"]},{"enum":["g"]},{"type":"null"}]}"#, ["g"], #"{"a":"g"}"#),
      (#""a":{"type":["string","integer"]}"#, ["12"], #"{"a":12}"#),
      (#""a":{"anyOf":[{"type":"string"},{"type":"number"}]}"#, ["1x"], #"{"a":"1x"}"#),
      (
        #""a":{"anyOf":[{"type":"string"},{"type":"array","items":{"type":"string"}}]}"#,
        ["x", "y"], #"{"a":["x","y"]}"#
      ),
      (#""a":{"type":"array","items":{"type":"integer"}}"#, ["1", "2"], #"{"a":[1,2]}"#),
      (
        #""a":{"type":"array","items":{"type":"integer"}}"#, ["--a", "1", "--a=2"], #"{"a":[1,2]}"#
      ),
      (
        #""a":{"type":"array","items":{"type":"object"}}"#,
        [#"{"b":1}"#, #"--a={"b":2}"#],
        "0: m do-it takes no arguments, and '{\"b\":1}' is one too many"
      ),
      (
        #""a":{"type":"array","items":{"properties":{"b":{}}}}"#,
        [#"--a={"b":1}"#, #"--a={"b":2}"#], #"{"a":[{"b":1},{"b":2}]}"#
      ),
      (#""a":{"type":"array"}"#, ["--a", "1", "--a", #""x""#, "--a=[]"], #"{"a":[1,"x",[]]}"#),
      (#""a":{"type":"object"}"#, ["--a", #"{"b":{}}"#], #"{"a":{"b":{}}}"#),
      (
        #""a":{"type":"object","additionalProperties":{"type":"string"}}"#,
        ["--a", #"{"k":"v"}"#], #"{"a":{"k":"v"}}"#
      ),
      (#""a":{"properties":{"b":{"type":"integer"},"c":{"type":"string"}}}"#, [], #"{"a":{}}"#),
      (
        #""a":{"properties":{"b":{"type":"integer"},"c":{"type":"string"}}}"#,
        ["--a.c", "x", "--a.b=2"], #"{"a":{"b":2,"c":"x"}}"#
      ),
      (
        #""a":{"properties":{"b":{"type":"integer"},"c":{"type":"string"}}}"#,
        ["--a", #"{"b":1,"d":0}"#, "--a.b=2"], #"{"a":{"b":2,"d":0}}"#
      ),
      (
        #""a":{"properties":{"b":{"type":"integer"}},"required":["b"]}"#,
        [], "m do-it needs --a.b N"
      ),
      (
        #""a":{"properties":{"b":{"type":"integer"}},"required":["b"]}"#,
        ["--a", "{}"], "1: --a.b is missing"
      ),
      (
        #""a":{"properties":{"b":{"type":"integer"}},"required":["b"]}"#,
        ["--a", #"{"b":"x"}"#], "1: --a.b is text, not a whole number"
      ),
      (
        #""a":{"properties":{"b":{"properties":{"c":{"type":"boolean"}}}}}"#,
        ["--a.b.c"], #"{"a":{"b":{"c":true}}}"#
      ),
      (#""a":{}"#, ["--a", "[1]"], #"{"a":[1]}"#),
      (#""a":true"#, ["--a", "1"], #"{"a":1}"#),
      (#""a":{"type":"string","description":5,"default":{},"enum":[]}"#, ["x"], #"{"a":"x"}"#),
      (
        ##""a":{"allOf":[{"$ref":"#/properties/b"}],"title":"A"},"b":{"type":"integer"}"##,
        ["1"], #"{"a":1}"#
      ),
      (
        #""a":{"type":"object","allOf":[{"required":["x"]},{"required":["y"]}]}"#,
        ["--a", #"{"x":1}"#], #"{"a":{"x":1}}"#
      ),
      (
        #""a":{"type":"array","items":[{"type":"string"},{"type":"integer"}]}"#,
        ["--a", #""x""#, "--a", "1"], #"{"a":["x",1]}"#
      ),
      (#""a":{"type":"string"},"a":{"type":"integer"}"#, ["7"], #"{"a":7}"#),
    ] as [(String, [String], String)])
  func `a required member of a schema is an argument or an option`(
    properties: String, words: [String], expected: String
  ) throws {
    let tool = try SampleTool(properties: properties, required: #""a""#)
    #expect(tool.specification.problem == nil)
    #expect((try? tool.arguments(words)) ?? tool.error(words) == expected)
  }

  @Test(
    arguments: [
      (#""a":{"type":"boolean"}"#, ["--a"], #"{"a":true}"#),
      (#""a":{"type":"boolean","default":false}"#, ["--a"], #"{"a":true}"#),
      (#""a":{"type":["boolean","null"],"default":null}"#, ["--a"], #"{"a":true}"#),
      (#""a":{"type":"boolean","default":true}"#, ["--a", "false"], #"{"a":false}"#),
      (#""a":{"type":"integer","default":5}"#, [], #"{"a":5}"#),
      (#""a":{"type":"integer","default":5}"#, ["--a", "6"], #"{"a":6}"#),
      (#""a":{"type":"boolean","default":false}"#, [], #"{"a":false}"#),
      (#""a":{"type":"string","default":""}"#, ["--json", "{}"], #"{"a":""}"#),
      (#""a":{"type":["string","null"],"default":null}"#, [], "{}"),
      (#""a":{"type":"integer","default":"x"}"#, [], "{}"),
      (#""a":{"type":"integer","minimum":1,"default":0}"#, [], "{}"),
      (#""a":{"enum":["x","y"],"default":"z"}"#, [], "{}"),
      (#""a":{"type":"array","items":{"type":"string"},"default":["x"]}"#, [], #"{"a":["x"]}"#),
      (#""a":{"type":"object","default":{"x":[1]}}"#, [], #"{"a":{"x":[1]}}"#),
      (#""a":{"properties":{"x":{"default":1},"y":{"type":"integer"}}}"#, [], "{}"),
      (
        #""a":{"properties":{"x":{"default":1},"y":{"type":"integer"}}}"#, ["--a.y", "2"],
        #"{"a":{"y":2,"x":1}}"#
      ),
      (
        #""a":{"properties":{"x":{"default":1}},"default":{}}"#, [], #"{"a":{"x":1}}"#
      ),
      (
        #""a":{"type":"array","items":{"type":"object"}}"#,
        ["--a", #"[{"x":1},{"x":2}]"#, "--a", #"{"x":3}"#], #"{"a":[{"x":1},{"x":2},{"x":3}]}"#
      ),
      (#""a":{"type":"array","items":{"properties":{"x":{}}}}"#, ["--a", "[]"], #"{"a":[]}"#),
      (
        #""a":{"type":"array","items":{"type":"array"}}"#,
        ["--a", #"[["x",1],["y",2]]"#, "--a", #"["z",[]]"#], #"{"a":[["x",1],["y",2],["z",[]]]}"#
      ),
      (#""a":{"type":"array","items":{"type":"array"}}"#, ["--a", "[[[1]]]"], #"{"a":[[[1]]]}"#),
      (
        #""a":{"type":"array","items":{"type":"object"}}"#, ["--a", #"[{},3]"#],
        "1: --a takes a JSON object, or an array of them, not '[{},3]'"
      ),
      (
        #""a":{"type":"array","maxItems":1,"items":{"type":"object"}}"#, ["--a", "[{},{}]"],
        "1: --a takes at most 1 value, not 2"
      ),
      (
        #""a":{"type":"array","uniqueItems":true,"items":{"type":"object"}}"#,
        ["--a", #"[{"x":1}]"#, "--a", #"[{"x":2},{"x":1}]"#],
        #"3: --a has the value '{"x":1}' twice"#
      ),
      (#""a_b":{"type":"integer"}"#, ["--a_b", "1"], #"{"a_b":1}"#),
      (
        #""a_b":{"type":"integer"},"a-b":{"type":"integer"}"#,
        ["--a-b", "1", "--a_b", "2"], #"{"a_b":2,"a-b":1}"#
      ),
      (
        #""output":{"type":"string"},"json":{"type":"string"},"save":{},"help":{},"yes":{}"#,
        ["--arg-output", "x", "--arg_json=y", "--arg-save=1", "--arg-help=2", "--arg-yes=3"],
        #"{"output":"x","json":"y","save":1,"help":2,"yes":3}"#
      ),
      (
        #""o":{"type":"string"},"h":{"type":"boolean"}"#, ["--o", "x", "--h"],
        #"{"o":"x","h":true}"#
      ),
      (
        #""a b/ü":{"type":"integer"},"-":{"type":"integer"}"#, ["--a-b--", "1", "--value", "2"],
        #"{"a b/ü":1,"-":2}"#
      ),
      (#""a":{"type":"object","properties":{"x":{"type":"integer"}},"required":["x"]}"#, [], "{}"),
      (
        #""a":{"properties":{"x":{"type":"integer"},"y":{"type":"integer"}},"required":["x"]}"#,
        ["--a.y", "1"], "1: --a.x is missing"
      ),
      (#""a":false"#, ["--a", "1"], "0: m do-it has no option '--a'"),
      (#""a":{"type":"string"}"#, ["--json", "[]"], "1: --json takes a JSON object, not '[]'"),
      (#""a":{"type":"string"}"#, ["--json", "{"], "1: --json takes a JSON object, not '{'"),
      (#""a":{"type":"string"}"#, ["--json", #"{"a":1}"#], "1: --a is a number, not text"),
      (
        #""a":{"type":"string"}"#, ["--json", #"{"a":1,"b":[2]}"#, "--a=x"],
        #"{"a":"x","b":[2]}"#
      ),
      (
        #""a":{"type":"object","properties":{"b":{"type":"integer"}}}"#,
        ["--json", #"{"a":{"c":0}}"#, "--a.b", "1"], #"{"a":{"c":0,"b":1}}"#
      ),
    ] as [(String, [String], String)])
  func `optional members of a schema are options`(
    properties: String, words: [String], expected: String
  ) throws {
    let tool = try SampleTool(properties: properties)
    #expect(tool.specification.problem == nil)
    #expect((try? tool.arguments(words)) ?? tool.error(words) == expected)
  }

  @Test func `Required scalars are positional in the order of the properties`() throws {
    let tool = try SampleTool(
      properties: #"""
        "files":{"type":"array","items":{"type":"string"}},"to":{"type":"string"},
        "limit":{"type":"integer"},"n":{"type":"integer"},"N":{"type":"integer"},
        "options":{"type":"object"}
        """#, required: #""N","n","to","files","options""#)
    #expect(tool.specification.problem == nil)
    #expect(
      HelpText(tool.specification, path: "c").usage
        == "c TO N-2 N --files TEXT --options JSON [--limit N] [--json JSON] [--save FILE]")
    #expect(
      try tool.arguments(["x", "1", "2", "--files", "a", "--files=b", "--options={}"])
        == #"{"files":["a","b"],"to":"x","n":1,"N":2,"options":{}}"#)
  }

  @Test func `missing arguments of a tool are asked for, unless in --json`() throws {
    let tool = try SampleTool(
      properties:
        #""a":{"type":"string"},"b":{"properties":{"c":{"type":"integer"}},"required":["c"]}"#,
      required: #""a","b""#)
    let binder = ArgumentBinder(tool.specification, path: "m do-it")
    #expect(try binder.gaps(in: [], from: 0).count == 2)
    #expect(try binder.gaps(in: [.init("--a=x"), .init("--b={}")], from: 0).isEmpty)
    #expect(try binder.gaps(in: [.init("--json={}")], from: 0).isEmpty)
    #expect(
      binder.refusal(of: "x", for: .option(1))
        == "--b.c takes a whole number, not 'x'")
  }

  @Test func `Titles of choices, defaults and examples are in the help`() throws {
    let tool = try SampleTool(
      schema: #"""
        {"properties":{"color":{"description":"The color. Always.","default":"r",
        "oneOf":[{"const":"r","title":"Red"},{"const":"g","title":"Green"}]},
        "city":{"type":"string","examples":["New York"]},
        "tags":{"type":"array","items":{"type":"string"},"default":["a","b"]}},
        "required":["city"]}
        """#, more: #","description":"Does it.""#)
    #expect(tool.specification.examples.map(\.line) == [#"m do-it 'New York'"#])
    let options = tool.specification.options
    #expect(options[0].abstract == "The color; r: Red; g: Green")
    #expect(options[0].defaultValue == "r")
    #expect(options[1].abstract == "default: a, b")
    #expect(
      try tool.arguments(["Oslo"]) == #"{"city":"Oslo","color":"r","tags":["a","b"]}"#)
  }

  @Test(
    arguments: [
      (#"{"destructiveHint":true}"#, "'m do-it' may destroy data, as the module says. Run it?"),
      (#"{"destructiveHint":true,"readOnlyHint":true}"#, nil),
      (#"{"destructiveHint":false}"#, nil), ("{}", nil),
    ] as [(String, String?)])
  func `A tool that says it may destroy data asks first`(
    annotations: String, question: String?
  ) throws {
    let tool = try SampleTool(schema: "{}", more: #","annotations":\#(annotations)"#)
    #expect(tool.specification.confirms == question)
    #expect(tool.specification.problem == nil)
  }

  @Test(arguments: [
    ("get_current_time", "get-current-time"), ("admin.tools/list", "admin.tools-list"),
    ("__init__", "init--"), ("日本", "tool"), ("Größe", "Gr--e"), ("a b\u{1B}[1m", "a-b--1m"),
  ])
  func `a tool's name becomes one that is easy to type`(name: String, command: String) {
    #expect(ToolNames.command(of: name) == command)
    #expect(CommandSpecification.isName(command))
  }

  func tools(_ names: [String]) throws -> [ToolDescription] {
    try names.map {
      try ToolDescription(.record([.init("name", .text($0)), .init("inputSchema", .record([]))]))
    }
  }

  @Test(arguments: [
    (["git_status", "git-log", "add"], "git", "status log add"),
    (["git_status", "status"], "git", "git-status status"),
    (["git_a", "git_git_a", "git"], "git", "a git-git-a git"),
    (["git_", "git_-x", "gitstatus"], "git", "git- git--x gitstatus"),
    (["my_git_log", "git_log"], "my-git", "log git-log"),
    (["git_read", "git_resources", "git_x"], "git", "git-read git-resources x"),
  ])
  func `A command does not begin with its module's name`(
    names: [String], module: String, commands: String
  ) throws {
    let found = ToolNames.commands(
      of: try tools(names), in: module, besides: ["resources", "read"])
    #expect(names.compactMap { found[$0] }.joined(separator: " ") == commands)
  }
}
