import SeashellHosting
import SeashellKit
import Glibc

/// The tools that a shell serves: the commands of its modules, but for some.
@MainActor
final class ToolList {
  /// The modules that are of use at a prompt only, or would wait for the one that runs them.
  private static let leftOut = ["modules", "serve", "mcp"]

  /// The commands that decide which servers the user trusts.
  private static let trusting: Set = [
    "api add", "api refresh", "api remove", "env add", "env edit", "env remove",
  ]

  private let catalogue: any CommandCatalogue
  private let isReadOnly: Bool
  private let patterns: [String]
  private var listed: [ServedTool]?
  private var named: [String: ServedTool] = [:]
  /// The members of the result of `tools/list`.
  private var members: [ServedRevision: [UInt8]] = [:]

  /// - Parameters:
  ///   - isReadOnly: whether to leave out what can change something.
  ///   - patterns: which commands to serve, as their paths with `*` and `?`, or modules; empty for all.
  init(_ catalogue: any CommandCatalogue, isReadOnly: Bool, only patterns: [String]) {
    self.catalogue = catalogue
    self.isReadOnly = isReadOnly
    self.patterns = patterns
  }

  /// Makes the list anew when it is next asked for.
  func forget() {
    (listed, named, members) = (nil, [:], [:])
  }

  /// The tools, sorted by module and name.
  var tools: [ServedTool] {
    if let listed { return listed }
    var names: Set<String> = []
    let tools = catalogue.commands.filter(isServed).map { command in
      ServedTool(
        command, name: ServedTool.unique(ServedTool.identifier(command.path), in: &names))
    }
    listed = tools
    named = Dictionary(tools.map { ($0.name, $0) }) { first, _ in first }
    return tools
  }

  subscript(name: String) -> ServedTool? {
    if listed == nil { _ = tools }
    return named[name]
  }

  /// The members of the result of `tools/list`, as JSON.
  func members(for revision: ServedRevision) -> [UInt8] {
    if let members = members[revision] { return members }
    let bytes = CellValue.members([
      "tools": .list(tools.map { $0.json(for: revision) })
    ]).memberBytes
    members[revision] = bytes
    return bytes
  }

  /// The patterns that choose no command.
  var idlePatterns: [String] {
    patterns.filter { pattern in !tools.contains { Self.matches(pattern, $0.command) } }
  }

  private func isServed(_ command: CatalogueCommand) -> Bool {
    let specification = command.specification
    if Self.leftOut.contains(command.module) || Self.trusting.contains(command.path) {
      return false
    }
    if specification.hasSecretWords { return false }
    if isReadOnly, specification.changesData { return false }
    // A secret must not pass through a model, and a write without its secret part is another one.
    for option in specification.options where option.isSecret {
      if option.isRequired || specification.changesData { return false }
    }
    return patterns.isEmpty || patterns.contains { Self.matches($0, command) }
  }

  private static func matches(_ pattern: String, _ command: CatalogueCommand) -> Bool {
    pattern == command.module || fnmatch(pattern, command.path, 0) == 0
  }
}
