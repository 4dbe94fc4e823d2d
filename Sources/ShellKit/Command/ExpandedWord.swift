/// A word as a command gets it, its variables replaced.
package struct ExpandedWord: Sendable, Equatable {
  /// The text.
  package var text: String

  /// Whether it may be taken for an option: false where it begins with a variable's value, which is
  /// never parsed again.
  package var mayBeOption: Bool

  /// Makes a word.
  package init(_ text: String, mayBeOption: Bool = true) {
    self.text = text
    self.mayBeOption = mayBeOption
  }
}
