import SeashellHosting
import SeashellKit

/// A command as a tool of the Model Context Protocol.
struct ServedTool: Sendable {
  /// The tool's name: `reviews_add`.
  let name: String
  let command: CatalogueCommand
  let parameters: [ServedParameter]

  /// - Parameter name: its name, which no other tool has.
  init(_ command: CatalogueCommand, name: String) {
    self.name = name
    self.command = command
    let specification = command.specification
    var names: Set<String> = []
    func unique(_ name: String) -> String { Self.unique(Self.identifier(name), in: &names) }
    parameters =
      specification.arguments.map { ServedParameter($0, name: unique($0.name)) }
      + specification.options.filter { !$0.isSecret }.map {
        ServedParameter($0, name: unique($0.name))
      }
  }

  /// Returns a name in lower case, with `_` for each character that is no letter or digit.
  static func identifier(_ name: String) -> String {
    String(name.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "_" })
  }

  /// Returns a name, or else the name with a number that makes it another one than all before.
  static func unique(_ name: String, in names: inout Set<String>) -> String {
    if names.insert(name).inserted { return name }
    var number = 2
    while !names.insert("\(name)_\(number)").inserted { number += 1 }
    return "\(name)_\(number)"
  }

  /// The tool as a revision describes it.
  func json(for revision: ServedRevision) -> CellValue {
    let specification = command.specification
    let description =
      specification.abstract + "."
      + (specification.discussion.isEmpty ? "" : "\n\n\(specification.discussion)")
    return .members([
      "name": .text(name),
      "title": revision.hasStructuredContent ? .text(command.path) : nil,
      "description": .text(description),
      "inputSchema": Self.schema(of: parameters, isClosed: true),
      "outputSchema": revision.hasStructuredContent ? Self.outputSchema : nil,
      "annotations": revision.hasAnnotations ? annotations : nil,
    ])
  }

  private var annotations: CellValue {
    let specification = command.specification
    return .members([
      "title": .text(command.path),
      "readOnlyHint": .boolean(!specification.changesData),
      "destructiveHint": .boolean(specification.confirms != nil),
      "idempotentHint": .boolean(!specification.changesData),
      "openWorldHint": .boolean(true),
    ])
  }

  /// The JSON Schema of an object with some parameters.
  static func schema(of parameters: [ServedParameter], isClosed: Bool) -> CellValue {
    let required = parameters.filter(\.isRequired).map { CellValue.text($0.name) }
    return .members([
      "type": .text("object"),
      "properties": .record(parameters.map { .init($0.name, $0.schema) }),
      "required": required.isEmpty ? nil : .list(required),
      "additionalProperties": isClosed ? .boolean(false) : nil,
    ])
  }

  /// One schema for all tools: only a run shows which of a command's results are records.
  private static let outputSchema = CellValue.members([
    "type": .text("object"),
    "properties": .members([
      "result": .members([
        "type": .text("array"), "items": .members(["type": .text("object")]),
        "description": .text("the records that the command wrote"),
      ]),
      "text": .members([
        "type": .text("string"), "description": .text("the text that the command wrote"),
      ]),
      "notices": .members([
        "type": .text("array"), "items": .members(["type": .text("string")]),
        "description": .text("what the command told the user, such as that more follows"),
      ]),
    ]),
  ])

  /// The required parameters that arguments leave out.
  func missing(in arguments: CellValue) -> [ServedParameter] {
    parameters.filter { parameter in
      guard parameter.isRequired else { return false }
      guard let value = arguments[parameter.name] else { return true }
      return value == .null
    }
  }

  /// The command's options and arguments as words, without its path.
  ///
  /// - Throws: ``ShellError`` if an argument is unknown, missing, or cannot be written as words.
  func words(for arguments: CellValue) throws -> [String] {
    for field in arguments.fieldsValue ?? []
    where !parameters.contains(where: { $0.name == field.name }) {
      throw ShellError(
        .usage, "the tool '\(name)' has no argument '\(field.name)'",
        hint: parameters.isEmpty
          ? "it has none" : "it has " + parameters.map(\.name).joined(separator: ", "))
    }
    let missing = missing(in: arguments).map { "'\($0.name)'" }
    guard missing.isEmpty else {
      throw ShellError(.usage, "the tool '\(name)' needs \(missing.joined(separator: " and "))")
    }
    var options: [String] = []
    var positional: [String] = []
    var leftOut: ServedParameter?
    for parameter in parameters {
      guard let value = arguments[parameter.name], value != .null else {
        if parameter.isArgument, leftOut == nil { leftOut = parameter }
        continue
      }
      let words = try parameter.words(for: value)
      guard parameter.isArgument else {
        options += words
        continue
      }
      // The command's words are told apart by their order.
      if let leftOut, !parameter.isRequired {
        throw ShellError(.usage, "'\(parameter.name)' can only be given with '\(leftOut.name)'")
      }
      positional += words
    }
    return positional.isEmpty ? options : options + ["--"] + positional
  }
}
