/// A text that is not of the shell's grammar.
struct SyntaxError: Error, Equatable {
  /// What is wrong, in a sentence that starts small and has no full stop.
  var message: String

  /// What to write instead, where that can be said.
  var hint: String?

  /// The place, in bytes from the start of the statement's source.
  var range: Range<Int>
}
