import SeashellHosting
import SeashellKit
import Glibc

/// The tools that a shell serves: the commands of its modules, but for some.
///
/// If there are very many, two tools find and run them all: ``CommandTools``.
@MainActor
final class ToolList {
  /// The most commands that are each a tool.
  static let mostTools = 128

  /// The modules that are of use at a prompt only, or would wait for the one that runs them.
  private static let leftOut = ["modules", "serve", "mcp"]

  /// The commands that decide which servers the user trusts, and the one that prints secrets.
  private static let trusting: Set = [
    "api add", "api refresh", "api remove", "env add", "env edit", "env remove", "session token",
  ]

  private let catalogue: any CommandCatalogue
  private let isReadOnly: Bool
  private let patterns: [String]
  private var listed: Listed?
  /// The members of the result of `tools/list`.
  private var members: [ServedRevision: [UInt8]] = [:]

  /// What is served.
  private enum Listed {
    case commands([ServedTool], named: [String: ServedTool])
    case search(CommandTools)
  }

  /// - Parameters:
  ///   - isReadOnly: whether to leave out what can change something.
  ///   - patterns: which commands to serve, as the beginnings of their paths, or as paths with `*` and `?`; a
  ///     dot is a blank. Empty for all.
  init(_ catalogue: any CommandCatalogue, isReadOnly: Bool, only patterns: [String]) {
    self.catalogue = catalogue
    self.isReadOnly = isReadOnly
    self.patterns = patterns
  }

  /// Makes the list anew when it is next asked for.
  func forget() {
    (listed, members) = (nil, [:])
  }

  /// The commands that are each a tool, sorted by module and name; empty if there are too many.
  var tools: [ServedTool] {
    if case .commands(let tools, _) = list { tools } else { [] }
  }

  /// The tools that find and run commands; nil if each command is a tool.
  var search: CommandTools? {
    if case .search(let search) = list { search } else { nil }
  }

  subscript(name: String) -> ServedTool? {
    if case .commands(_, let named) = list { named[name] } else { nil }
  }

  /// The members of the result of `tools/list`, as JSON.
  func members(for revision: ServedRevision) -> [UInt8] {
    if let members = members[revision] { return members }
    let tools = search?.json(for: revision) ?? tools.map { $0.json(for: revision) }
    let bytes = CellValue.members(["tools": .list(tools)]).memberBytes
    members[revision] = bytes
    return bytes
  }

  /// The patterns that choose no command.
  var idlePatterns: [String] {
    guard !patterns.isEmpty else { return [] }
    let commands = catalogue.commands
    return patterns.filter { pattern in
      !commands.contains { Self.matches(pattern, $0) && mayBeServed($0) }
    }
  }

  private var list: Listed {
    if let listed { return listed }
    let all = catalogue.commands
    let commands = all.filter { command in
      (patterns.isEmpty || patterns.contains { Self.matches($0, command) }) && mayBeServed(command)
    }
    let list: Listed
    if commands.count > Self.mostTools {
      list = .search(
        CommandTools(commands, isReadOnly: isReadOnly) { [unowned self] in tool($0, named: nil) })
    } else {
      let names = Self.names(of: all)
      let tools = commands.compactMap { tool($0, named: names[$0.path]) }
      list = .commands(
        tools, named: Dictionary(tools.map { ($0.name, $0) }) { first, _ in first })
    }
    listed = list
    return list
  }

  /// The names of tools by the paths of all commands.
  ///
  /// They do not depend on which commands are served, so a command has the same name every time. Of several
  /// that would have one name, each gets a mark.
  private static func names(of commands: [CatalogueCommand]) -> [String: String] {
    let names = commands.map { ServedTool.identifier($0.path) }
    let counts = Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +)
    return Dictionary(
      zip(commands, names).map { command, name in
        (
          command.path,
          counts[name] == 1 ? name : ServedTool.identifier(command.path, isMarked: true)
        )
      }
    ) { first, _ in first }
  }

  /// Whether a command can be served, as far as that is known without making it.
  ///
  /// There may be very many commands that are made when they are first used.
  private func mayBeServed(_ command: CatalogueCommand) -> Bool {
    if Self.leftOut.contains(command.module) || Self.trusting.contains(command.path) {
      return false
    }
    if isReadOnly, command.changesData == true { return false }
    return command.isDeferred || tool(command, named: nil) != nil
  }

  /// Returns a command as a tool; nil if it cannot be served.
  private func tool(_ command: CatalogueCommand, named name: String?) -> ServedTool? {
    guard let specification = catalogue.specification(of: command), !specification.hasSecretWords,
      !isReadOnly || !specification.changesData
    else { return nil }
    // A secret must not pass through a model, and a write without a secret part of its own is another one.
    for option in specification.options where option.isSecret {
      if option.isRequired || specification.changesData && !option.isExtra { return nil }
    }
    return ServedTool(command, specification, name: name)
  }

  private static func matches(_ pattern: String, _ command: CatalogueCommand) -> Bool {
    let pattern = pattern.replacing(".", with: " ")
    let path = command.path.replacing(".", with: " ")
    return path.hasPrefix(pattern + " ") || fnmatch(pattern, path, 0) == 0
  }
}
