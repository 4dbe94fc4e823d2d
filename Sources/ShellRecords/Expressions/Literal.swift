import ShellLanguage
import ShellOutput

/// The right side of a comparison with a field: a word, or the text of unknown kind that a variable holds.
// A class, since a condition is read in place for each record.
final class Literal: Sendable {
  let text: String
  let value: Operand
  /// The value as a number, unless it is text.
  let number: ExactNumber?
  let isText: Bool
  /// Whether it is an unquoted word that begins with a letter, such as `today`.
  let isBareWord: Bool
  let kinds: ComparedKinds

  init(_ value: Operand, _ text: String, isQuoted: Bool, _ kinds: ComparedKinds) {
    (self.value, self.text, self.kinds) = (value, text, kinds)
    number = value.asNumber
    if case .text = value { isText = true } else { isText = false }
    isBareWord =
      isText && !isQuoted && text.utf8.first.map { $0 | 0x20 &- 0x61 < 26 } ?? false
  }

  /// The value for use in a sentence: `5 is a number`.
  var description: String {
    switch value {
    case .text: "'\(text)' is text"
    case .untyped: "the other side is \(value.kind)"
    default: "\(text) is \(value.kind)"
    }
  }
}
