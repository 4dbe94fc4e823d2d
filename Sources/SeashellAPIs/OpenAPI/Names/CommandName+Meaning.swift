// What a name or a typed word means.
extension CommandName {
  /// Whether the operation with this name deletes or replaces a whole collection, or several things at once.
  ///
  /// - Parameters:
  ///   - method: the operation's method.
  ///   - hasItems: whether another operation has a parameter directly below the path.
  func changesAll(_ method: DescribedMethod, hasItems: Bool) -> Bool {
    let words = command.split(separator: "-")
    if command.hasPrefix("delete-many") || command.hasPrefix("delete-all") { return method.isWrite }
    switch method {
    case .delete: return hasItems || words.dropFirst().contains("all")
    case .put: return command.hasPrefix("replace-all")
    default: return false
    }
  }

  /// Returns the group that a typed word means: the one with this name, or else the one with its plural.
  ///
  /// If several have its plural, none is meant.
  static func group(_ typed: String, in groups: [String]) -> String? {
    var found: String?
    for group in groups {
      if group == typed { return group }
      let words = NameWords.words(of: group)
      guard NameWords.one(words) != words, NameWords.one(words).joined(separator: "-") == typed
      else { continue }
      if found != nil { return nil }
      found = group
    }
    return found
  }
}
