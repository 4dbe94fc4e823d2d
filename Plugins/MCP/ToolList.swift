import SeashellHosting
import SeashellKit
import Glibc

/// The tools that a shell serves: most commands of its modules.
///
/// If there are very many, they are replaced by two tools that find and run them: ``CommandTools``.
@MainActor
final class ToolList {
  static let mostTools = 128

  /// Modules that are useful at a prompt only, or whose commands would wait for this one.
  private static let leftOut = ["modules", "serve", "mcp"]

  /// Commands that decide which servers the user trusts, and the one that prints secrets.
  private static let trusting: Set = [
    "api add", "api refresh", "api remove", "env add", "env edit", "env remove", "session token",
  ]

  private let catalogue: any CommandCatalogue
  private let isReadOnly: Bool
  private let patterns: [String]
  private var listed: Listed?
  private var members: [ServedRevision: [UInt8]] = [:]

  private enum Listed {
    case commands([ServedTool], named: [String: ServedTool])
    case search(CommandTools)
  }

  /// - Parameters:
  ///   - isReadOnly: whether to leave out commands that can change something.
  ///   - patterns: the commands to serve, as the beginnings of their paths, or as paths with `*` and `?`; a
  ///     dot stands for a blank. Empty for all.
  init(_ catalogue: any CommandCatalogue, isReadOnly: Bool, only patterns: [String]) {
    self.catalogue = catalogue
    self.isReadOnly = isReadOnly
    self.patterns = patterns
  }

  /// Discards the list, which is created again when it is next needed.
  func forget() {
    (listed, members) = (nil, [:])
  }

  /// The commands as tools, sorted by module and name; empty if there are too many.
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

  func members(for revision: ServedRevision) -> [UInt8] {
    if let members = members[revision] { return members }
    let tools = search?.json(for: revision) ?? tools.map { $0.json(for: revision) }
    let bytes = CellValue.members(["tools": .list(tools)]).memberBytes
    members[revision] = bytes
    return bytes
  }

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
      let names = ServedTool.names(of: all)
      let tools = commands.compactMap { tool($0, named: names[$0.path]) }
      list = .commands(
        tools, named: Dictionary(tools.map { ($0.name, $0) }) { first, _ in first })
    }
    listed = list
    return list
  }

  /// Whether a command may be servable, without creating it: there may be very many that are
  /// created when first used.
  private func mayBeServed(_ command: CatalogueCommand) -> Bool {
    if Self.leftOut.contains(command.module) || Self.trusting.contains(command.path) {
      return false
    }
    if isReadOnly, command.changesData == true { return false }
    return command.isDeferred || tool(command, named: nil) != nil
  }

  private func tool(_ command: CatalogueCommand, named name: String?) -> ServedTool? {
    guard let specification = catalogue.specification(of: command),
      ServedTool.canServe(specification), !isReadOnly || !specification.changesData
    else { return nil }
    return ServedTool(command, specification, name: name)
  }

  private static func matches(_ pattern: String, _ command: CatalogueCommand) -> Bool {
    let pattern = pattern.replacing(".", with: " ")
    let path = command.path.replacing(".", with: " ")
    return path.hasPrefix(pattern + " ") || fnmatch(pattern, path, 0) == 0
  }
}
