// What a name says.
extension CommandName {
  /// Whether an operation with this name deletes a whole collection, or several things at once.
  func deletesAll(_ method: DescribedMethod) -> Bool {
    let words = command.split(separator: "-")
    guard method.isWrite, words.first == "delete" || method == .delete else { return false }
    return words.dropFirst().first == "many" || words.dropFirst().contains("all")
  }
}
