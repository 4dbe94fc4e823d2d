extension [String] {
  /// The words as a list in a sentence: `a, b or c`.
  ///
  /// - Parameter conjunction: the word before the last one.
  package func listed(with conjunction: String = "or") -> String {
    guard let last, count > 1 else { return first ?? "" }
    return dropLast().joined(separator: ", ") + " \(conjunction) " + last
  }
}
