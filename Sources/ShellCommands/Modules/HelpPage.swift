/// A page of `help` about a subject instead of a command.
public struct HelpPage: Sendable {
  /// The word to type after `help`: small letters, digits and `-`.
  public let name: String

  /// The page.
  ///
  /// Its first line says what it is about, without a full stop; the text follows after an empty line. A line that does not
  /// begin with a blank continues the one before it, and one that begins with two blanks is a row of a table: a
  /// label, two blanks, and a text. After the line `Examples:`, which comes last, each row is a line to type and what it
  /// does. `%program%` and `%token-variable%` stand for the shell's, and `%%` for a percent sign.
  public let text: StaticString

  /// Creates a page.
  public init(_ name: String, _ text: StaticString) {
    (self.name, self.text) = (name, text)
  }
}
