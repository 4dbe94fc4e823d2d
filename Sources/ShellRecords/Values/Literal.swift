import FoundationEssentials
import ShellLanguage
import ShellOutput

struct Literal {
  let text: String
  let number: ExactNumber?
  let date: Date?
  let boolean: Bool?
  /// Whether it is an unquoted word that begins with a letter, such as `today`.
  let isBareWord: Bool

  init(_ value: ShellLanguage.Expression.Value) {
    text = value.text
    number = ExactNumber(text)
    date = text.asDate
    boolean = ["true": true, "false": false][text]
    isBareWord = !value.isQuoted && text.utf8.first.map { $0 | 0x20 &- 0x61 < 26 } ?? false
  }

  /// The value for use in a sentence: `5 is a number`.
  var description: String {
    if number != nil { return "\(text) is a number" }
    if date != nil { return "\(text) is a date" }
    if boolean != nil { return "\(text) is a Boolean" }
    return "'\(text)' is text"
  }

  /// Whether the value equals an element of a list; values of different kinds are not equal.
  func equals(_ value: CellValue) -> Bool {
    switch (ComparedValue(value), value) {
    case (.number(let number), .untyped(let text)):
      self.number.map { $0 == number } ?? (text.compareBytes(self.text) == 0)
    case (.number(let number), _): self.number == number
    case (.date(let date), .untyped(let text)):
      self.date.map { $0 == date } ?? (text.compareBytes(self.text) == 0)
    case (.date(let date), _): self.date == date
    case (.boolean(let boolean), _): self.boolean == boolean
    case (.text(let text), _): text.text.compareBytes(self.text) == 0
    case (.null, _), (.nested, _): false
    }
  }
}
