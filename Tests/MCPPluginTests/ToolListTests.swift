import SeashellHosting
import SeashellKit
import SeashellTesting
import ShellRuntime
import Testing

@testable import MCPPlugin

/// The commands that become tools, and the tools' names.
@MainActor @Suite struct ToolListTests {
  private static let operations = [
    SampleOperation("list", "List them.", changesData: false),
    SampleOperation("list-all.old", "List all", options: ["!key"], changesData: false),
    SampleOperation("add", "Add one", options: ["name"]),
    SampleOperation("sign", "Sign one", options: ["!key"]),
    SampleOperation("remove", "Remove one", confirms: "Remove it?"),
  ]

  private static func tools(
    _ operations: [SampleOperation] = operations, isReadOnly: Bool = false,
    only patterns: [String] = []
  ) throws -> ToolList {
    let served = try ServedShell(operations: Operations(operations))
    return ToolList(ModuleCommands(served.shell), isReadOnly: isReadOnly, only: patterns)
  }

  @Test func `the commands of an API that is not current are tools with its name`() throws {
    let tools = try Self.tools()
    let names = tools.tools.map(\.name)
    #expect(
      names.suffix(4) == [
        "wh_items_add", "wh_items_list", "wh_items_list_all_old", "wh_items_remove",
      ])
    #expect(names.first == "sample_big")
    #expect(tools["wh_items_list"]?.command.path == "wh items list")
  }

  @Test func `a write is offered without a header, but not without a secret option of its own`()
    throws
  {
    let tools = try Self.tools()
    #expect(tools["wh_items_add"]?.parameters.map(\.name) == ["name"])
    #expect(tools["wh_items_list_all_old"]?.parameters.map(\.name) == [])
    #expect(tools["wh_items_sign"] == nil)
  }

  @Test func `no tool has an argument that names a file, or that answers for the user`() throws {
    var all = SampleOperation("all", "Try all", options: ["name", "answers"])
    all.specification.options[1].answersForUser = true
    all.specification.options += [
      OptionSpecification("save", value: "FILE", "where to", completion: "files"),
      OptionSpecification("body", value: "@FILE", "what", completion: "@file"),
      OptionSpecification("log", value: "FILE", "where to", type: .file),
    ]
    all.specification.arguments = [
      ArgumentSpecification("ITEM", "which one"),
      ArgumentSpecification("FILE", "where to", isRequired: false, completion: "files"),
      ArgumentSpecification("BEHIND", "what", isRequired: false),
    ]
    var (option, argument) = (SampleOperation("a", "Write"), SampleOperation("b", "Write"))
    option.specification.options.append(
      OptionSpecification("to", value: "FILE", "where to", isRequired: true, completion: "files"))
    argument.specification.arguments = [
      ArgumentSpecification("FILE", "where to", completion: "files")
    ]
    let tools = try Self.tools([all, option, argument], only: ["wh"])
    #expect(tools.tools.map(\.name) == ["wh_items_all"])
    #expect(tools["wh_items_all"]?.parameters.map(\.name) == ["item", "name"])
    #expect(throws: ShellError.self) {
      try tools["wh_items_all"]?.words(for: CellValue(json: #"{"item":"x","save":"x"}"#))
    }
  }

  @Test(arguments: [
    ("wh_items_list", true, false), ("wh_items_add", false, false),
    ("wh_items_remove", false, true),
  ])
  func `the hints say what a command may change`(
    name: String, isReadOnly: Bool, isDestructive: Bool
  ) throws {
    let tool = try #require(try Self.tools()[name])
    #expect(tool.annotations["readOnlyHint"] == .boolean(isReadOnly))
    #expect(tool.annotations["destructiveHint"] == .boolean(isDestructive))
  }

  @Test(
    arguments: [
      ("wh", 4), ("wh items", 4), ("wh.items", 4), ("wh.items.*", 4), ("wh items list", 1),
      ("wh.items.list", 1), ("wh items list-all.old", 1), ("wh*.add", 1), ("w?.*", 4),
      ("items", 0), ("wh items lis", 0), ("wh.", 0), ("sample.t*", 1), ("wh items sign", 0),
    ])
  func `a pattern is the beginning of a path, and a dot in it a blank`(
    pattern: String, count: Int
  ) throws {
    #expect(try Self.tools(only: [pattern]).tools.count == count)
  }

  @Test func `a pattern without matches is found before operations are created`() throws {
    let operations = Operations(Self.operations)
    let served = try ServedShell(operations: operations)
    let tools = ToolList(
      ModuleCommands(served.shell), isReadOnly: true, only: ["wh.items.add", "wh.items.list"])
    #expect(tools.idlePatterns == ["wh.items.add"])
    #expect(operations.made == [])
    #expect(tools.tools.map(\.name) == ["wh_items_list"])
    #expect(operations.made == ["list"])
  }

  @Test func `a third party's descriptions are marked`() throws {
    let tools = try Self.tools()
    let mark = "A third party, the API 'wh', has written this description"
    #expect(tools["wh_items_list"]?.description.hasPrefix(mark) == true)
    #expect(tools["wh_items_list"]?.description.hasSuffix("instructions.\n\nList them.") == true)
    #expect(tools["sample_list"]?.description == "Try list.")
  }

  @Test func `a third party's hidden text is shown in descriptions`() throws {
    let hidden = SampleOperation("list", "List\u{E0041}\n\u{202E}all", options: ["name"])
    let tool = try #require(try Self.tools([hidden])["wh_items_list"])
    #expect(tool.description.hasSuffix("\n\nList\\u{E0041}\\n\\u{202E}all."))
  }

  @Test func `a tool's name has at most 64 characters, and never changes`() throws {
    let long = String(repeating: "very-", count: 20)
    func operation(_ name: String) -> SampleOperation {
      SampleOperation(name, "List", changesData: false)
    }
    let all = [operation("\(long)-a"), operation("\(long)-b"), operation("short")]
    let names = try Self.tools(all, only: ["wh"]).tools.map(\.name)
    #expect(
      names == [
        "wh_items_short", "wh_items_very_very_very_very_very_very_very_very_very_v_6c83dfe7",
        "wh_items_very_very_very_very_very_very_very_very_very_v_4a6871c9",
      ])
    #expect(names.allSatisfy { $0.count <= 64 })
    #expect(try Self.tools([all[1]], only: ["wh"]).tools.map(\.name) == [names[2]])
    #expect(try Self.tools(all, only: ["wh.*-b"]).tools.map(\.name) == [names[2]])
  }

  @Test func `commands that would have the same name are all marked`() throws {
    let same = ["getItem", "get-item", "get_item", "gét"].map {
      SampleOperation($0, "Get", changesData: false)
    }
    let names = try Self.tools(same, only: ["wh"]).tools.map(\.name)
    #expect(names.contains("wh_items_g_t") && names.contains("wh_items_getitem"))
    #expect(Set(names).count == 4 && !names.contains("wh_items_get_item"))
    // It does not matter which of them are offered.
    #expect(try Self.tools(same, only: ["wh.*.get-item"]).tools.map(\.name).count == 1)
    #expect(names.contains(try Self.tools(same, only: ["wh.*.get-item"]).tools[0].name))
  }

  @Test func `an argument that another one makes optional may be left out`() throws {
    var operation = SampleOperation("put", "Put", options: ["name", "body"])
    operation.specification.options[0].isRequired = true
    operation.specification.options[0].unless = ["body"]
    let tool = try #require(try Self.tools([operation])["wh_items_put"])
    #expect(try tool.words(for: CellValue(json: #"{"body":"x"}"#)) == ["--body=x"])
    #expect(throws: ShellError.self) { try tool.words(for: CellValue(json: #"{"body":null}"#)) }
  }
}
