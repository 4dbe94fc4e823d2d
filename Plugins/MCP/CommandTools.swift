import SeashellHosting
import SeashellKit

/// The tools `find_commands` and `run_command`, which replace the tools of single commands if there are
/// very many.
@MainActor
final class CommandTools {
  static let (find, run) = ("find_commands", "run_command")

  private static let mostFound = 10
  /// The maximum size of all schemas in a search result, in bytes; the first one may be larger.
  private static let mostSchemas = 16 << 10
  private static let mostGroups = 40

  private let commands: [CatalogueCommand]
  private let isReadOnly: Bool
  private let tool: @MainActor (CatalogueCommand) -> ServedTool?

  /// `isReadOnly` is whether no command changes anything; `tool` returns nil if a command cannot be
  /// served after all.
  init(
    _ commands: [CatalogueCommand], isReadOnly: Bool,
    tool: @escaping @MainActor (CatalogueCommand) -> ServedTool?
  ) {
    (self.commands, self.isReadOnly, self.tool) = (commands, isReadOnly, tool)
  }

  func has(_ name: String) -> Bool { [Self.find, Self.run].contains(name) }

  func json(for revision: ServedRevision) -> [CellValue] {
    [
      ServedTool.json(
        for: revision, name: Self.find, title: "find commands",
        description: """
          Find commands of the shell, to run them with \(Self.run). Their names begin with \(groups). The \
          result has up to \(Self.mostFound) of them with the schemas of their arguments.
          """,
        inputSchema: Self.schema(
          [
            .init(
              "text",
              Self.text(
                "words of the command's name or of what it does, such as 'list items', or its whole name"
              ))
          ], required: ["text"]),
        annotations: ServedTool.annotations(
          title: "find commands", isReadOnly: true, isDestructive: false)),
      ServedTool.json(
        for: revision, name: Self.run, title: "run a command",
        description: "Run a command of the shell that \(Self.find) has found.",
        inputSchema: Self.schema(
          [
            .init("command", Self.text("the command's whole name, as \(Self.find) returns it")),
            .init(
              "arguments",
              .members([
                "type": .text("object"),
                "description": .text("the command's arguments, as its inputSchema has them"),
              ])),
          ], required: ["command"]),
        annotations: ServedTool.annotations(
          title: "run a command", isReadOnly: isReadOnly, isDestructive: !isReadOnly)),
    ]
  }

  /// The first words of the commands: modules and APIs.
  private var groups: String {
    var names: [Substring] = []
    for command in commands {
      guard let name = command.path.split(separator: " ").first, names.last != name else {
        continue
      }
      names.append(name)
    }
    let more = names.count - Self.mostGroups
    return names.prefix(Self.mostGroups).map { "'\($0)'" }.joined(separator: ", ")
      + (more > 0 ? " and \(more) other words" : "")
  }

  /// `arguments` are those of `find_commands`.
  func found(_ arguments: CellValue) throws -> (outcome: CommandOutcome, notices: [String]) {
    try ServedTool.check(arguments, have: ["text"], of: "the tool '\(Self.find)'")
    let search = CommandSearch(try text("text", of: arguments, for: Self.find))
    guard !search.isEmpty else {
      throw ShellError(.usage, "'text' has no word", hint: "such as 'list items'")
    }
    var rest = search.found(in: commands)[...]
    var (rows, left, hasCut): ([String], Int, Bool) = ([], Self.mostSchemas, false)
    while rows.count < Self.mostFound, let command = rest.popFirst() {
      guard let tool = tool(command) else { continue }
      var row = Self.row(of: tool, isWhole: true)
      left -= row.utf8.count
      if left < 0, !rows.isEmpty {
        row = Self.row(of: tool, isWhole: false)
        hasCut = true
      }
      rows.append(row)
    }
    var notices: [String] = []
    if rows.isEmpty { notices.append("no command has one of these words") }
    if !rest.isEmpty {
      notices.append("up to \(rest.count) more commands match; more words find fewer")
    }
    if hasCut {
      notices.append(
        "some have too long a schema to be listed here; find them by their whole names")
    }
    return (
      CommandOutcome(records: Array(rows.joined(separator: ",").utf8), text: "", error: nil),
      notices
    )
  }

  private static func row(of tool: ServedTool, isWhole: Bool) -> String {
    CellValue.members([
      "command": .text(tool.command.path),
      "description": .text(isWhole ? tool.description : tool.abstract),
      "inputSchema": isWhole ? tool.inputSchema : nil,
      "annotations": tool.annotations,
    ]).jsonText
  }

  /// `arguments` are those of `run_command`.
  func called(_ arguments: CellValue) throws -> (tool: ServedTool, arguments: CellValue) {
    try ServedTool.check(
      arguments, have: ["command", "arguments"], of: "the tool '\(Self.run)'")
    let path = try text("command", of: arguments, for: Self.run)
    guard let tool = commands.first(where: { $0.path == path }).flatMap(tool) else {
      let nearest = Spelling.nearest(to: path, among: commands.lazy.map(\.path))
      throw ShellError(
        .unknownCommand, "there is no command '\(path)'",
        hint: nearest.map { "did you mean '\($0)'?" } ?? "\(Self.find) finds commands")
    }
    switch arguments["arguments"] {
    case nil, .null?: return (tool, .record([]))
    case .record(let fields)?: return (tool, .record(fields))
    default: throw ShellError(.usage, "'arguments' is an object")
    }
  }

  private func text(_ name: String, of arguments: CellValue, for tool: String) throws -> String {
    guard let value = arguments[name], value != .null else {
      throw ShellError(.usage, "the tool '\(tool)' needs '\(name)'")
    }
    guard let text = value.textValue else { throw ShellError(.usage, "'\(name)' takes text") }
    return text
  }

  private static func text(_ description: String) -> CellValue {
    .members(["type": .text("string"), "description": .text(description)])
  }

  private static func schema(_ properties: [CellValue.Field], required: [String]) -> CellValue {
    .members([
      "type": .text("object"), "properties": .record(properties),
      "required": .list(required.map { .text($0) }), "additionalProperties": .boolean(false),
    ])
  }
}
