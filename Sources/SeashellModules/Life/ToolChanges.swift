/// What has changed between two lists of a module's tools.
struct ToolChanges: Equatable {
  private let added: [String]
  private let removed: [String]
  private let changed: [String]

  /// Compares two lists.
  init(from before: [ToolDescription], to after: [ToolDescription]) {
    let (old, new) = (Self.byName(before), Self.byName(after))
    added = new.keys.filter { old[$0] == nil }.sorted()
    removed = old.keys.filter { new[$0] == nil }.sorted()
    changed = new.keys.filter { name in
      old[name].map { $0.inputSchema != new[name]?.inputSchema } ?? false
    }.sorted()
  }

  /// Says in one line what is new, gone or other for who uses the commands; nil if nothing is.
  ///
  /// - Parameter module: the module's name.
  func notice(of module: String) -> String? {
    var parts: [String] = []
    if !added.isEmpty {
      parts.append("new \(added.count == 1 ? "command" : "commands") \(Self.list(added))")
    }
    if !removed.isEmpty {
      parts.append("\(Self.list(removed)) \(removed.count == 1 ? "is" : "are") gone")
    }
    if !changed.isEmpty {
      parts.append(
        "\(Self.list(changed)) \(changed.count == 1 ? "takes" : "take") other arguments")
    }
    return parts.isEmpty ? nil : "\(module): \(parts.joined(separator: "; "))"
  }

  /// The most names in a notice.
  private static let maximum = 5

  private static func list(_ names: [String]) -> String {
    let commands = names.map(\.commandName)
    guard commands.count > maximum else { return commands.joined(separator: ", ") }
    return commands.prefix(maximum - 1).joined(separator: ", ")
      + " and \(commands.count - maximum + 1) more"
  }

  private static func byName(_ tools: [ToolDescription]) -> [String: ToolDescription] {
    Dictionary(tools.map { ($0.name, $0) }) { first, _ in first }
  }
}
