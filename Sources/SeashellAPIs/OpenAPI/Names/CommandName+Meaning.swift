// What a name or a typed word means.
extension CommandName {
  /// Whether an operation with this name deletes a whole collection, or several things at once.
  func deletesAll(_ method: DescribedMethod) -> Bool {
    let words = command.split(separator: "-")
    guard method.isWrite, words.first == "delete" || method == .delete else { return false }
    return words.dropFirst().first == "many" || words.dropFirst().contains("all")
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
