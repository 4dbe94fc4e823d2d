extension ToolChanges {
  /// Says in one line which commands of a module are new, gone or changed; nil if none is.
  func notice(of module: String) -> String? {
    var parts: [String] = []
    if !added.isEmpty {
      parts.append("new \(added.count == 1 ? "command" : "commands") \(Self.list(added))")
    }
    if !removed.isEmpty {
      parts.append("\(Self.list(removed)) \(removed.count == 1 ? "is" : "are") gone")
    }
    if !changed.isEmpty {
      parts.append("\(Self.list(changed)) \(changed.count == 1 ? "has" : "have") changed")
    }
    return parts.isEmpty ? nil : "\(module): \(parts.joined(separator: "; "))"
  }

  /// The most names in a list.
  private static let most = 5

  private static func list(_ tools: [String]) -> String {
    let commands = tools.map(ToolNames.command)
    guard commands.count > most else { return commands.joined(separator: ", ") }
    return commands.prefix(most - 1).joined(separator: ", ")
      + " and \(commands.count - most + 1) more"
  }
}
