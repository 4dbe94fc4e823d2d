/// What the tokenizer cuts a line into.
enum Token {
  /// A word.
  case word(Word)
  /// `;`
  case semicolon
  /// `&&`
  case and
  /// `||`
  case or
  /// `|`
  case pipe
  /// `&`
  case background
  /// `>`, or `>>`, which appends.
  case redirection(appends: Bool)
  /// The line's end.
  case lineEnd
  /// The line's end inside a quote or after a `\`: the next line belongs to it.
  case joinedLineEnd
}
