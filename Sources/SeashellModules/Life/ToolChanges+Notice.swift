extension ToolChanges {
  /// A notice in one line about new, removed and changed commands of a module; nil without changes.
  ///
  /// - Parameter commands: the commands of the old and the new tools, by the tools' names.
  func notice(of module: String, _ commands: [String: String]) -> String? {
    let list = { (tools: [String]) in Self.list(tools.map { commands[$0] ?? $0 }) }
    var parts: [String] = []
    if !added.isEmpty {
      parts.append("new \(added.count == 1 ? "command" : "commands") \(list(added))")
    }
    if !removed.isEmpty {
      parts.append("\(list(removed)) \(removed.count == 1 ? "is" : "are") gone")
    }
    if !changed.isEmpty {
      parts.append("\(list(changed)) \(changed.count == 1 ? "has" : "have") changed")
    }
    return parts.isEmpty ? nil : "\(module): \(parts.joined(separator: "; "))"
  }

  /// The maximum number of names in a list.
  private static let most = 5

  private static func list(_ commands: [String]) -> String {
    guard commands.count > most else { return commands.joined(separator: ", ") }
    return commands.prefix(most - 1).joined(separator: ", ")
      + " and \(commands.count - most + 1) more"
  }
}
