import CoreEvents
import ShellOutput

/// The kind of a value, which decides what it can be compared with.
enum ValueKind: Hashable {
  case text
  case number
  case date
  case boolean
  case list
  case record

  var name: String {
    switch self {
    case .text: "text"
    case .number: "a number"
    case .date: "a date"
    case .boolean: "a Boolean"
    case .list: "a list"
    case .record: "a record"
    }
  }

  var plural: String {
    switch self {
    case .text: "text"
    case .number: "numbers"
    case .date: "dates"
    case .boolean: "Booleans"
    case .list: "lists"
    case .record: "records"
    }
  }

  /// The kind of a value, except null; untyped text counts as text.
  init?(_ value: CellValue) {
    switch value {
    case .text, .untyped: self = .text
    case .integer, .decimal: self = .number
    case .boolean: self = .boolean
    case .date: self = .date
    case .list: self = .list
    case .record: self = .record
    case .null: return nil
    }
  }
}

/// The kinds of a field's values so far, which decide their order.
///
/// Untyped values are numbers if all of them read as numbers, dates if all read as dates, and otherwise text.
struct SeenKinds {
  private let field: RecordField
  private var typed: ValueKind?
  private var hasUntyped = false
  private var untypedAreNumbers = true
  private var untypedAreDates = true

  init(of field: RecordField) {
    self.field = field
  }

  /// Throws if the value cannot be ordered relative to the earlier ones.
  mutating func note(_ value: CellValue) throws(ShellError) {
    if case .untyped(let text) = value {
      if !text.isEmpty { try note(untyped: text) }
      return
    }
    guard let kind = ValueKind(value), kind != typed else { return }
    guard kind != .list, kind != .record else {
      throw ShellError(
        .usage, "'\(field.text)' is \(kind.name), and \(kind.plural) have no order",
        hint: "choose a value in it, such as '\(field.text)\(kind == .list ? "[0]" : ".name")'",
        word: field.word)
    }
    if let typed { throw mixture(typed, kind) }
    typed = kind
    if hasUntyped { try checkUntyped() }
  }

  private mutating func note(untyped text: String) throws(ShellError) {
    let before = (untypedAreNumbers, untypedAreDates)
    if untypedAreNumbers, ExactNumber(text) == nil { untypedAreNumbers = false }
    if untypedAreDates, text.asDate == nil { untypedAreDates = false }
    if typed != nil, !hasUntyped || before != (untypedAreNumbers, untypedAreDates) {
      try checkUntyped()
    }
    hasUntyped = true
  }

  private func checkUntyped() throws(ShellError) {
    switch typed {
    case .text, nil: return
    case .number where untypedAreNumbers: return
    case .date where untypedAreDates: return
    case .number, .boolean, .date, .list, .record: break
    }
    if let typed { throw mixture(typed, untypedKind) }
  }

  private var untypedKind: ValueKind {
    untypedAreNumbers ? .number : untypedAreDates ? .date : .text
  }

  /// The kind by which the values are ordered; text if there are none.
  var kind: ValueKind { typed ?? (hasUntyped ? untypedKind : .text) }

  private func mixture(_ first: ValueKind, _ second: ValueKind) -> ShellError {
    ShellError(
      .usage,
      "'\(field.text)' has \(first.plural) and \(second.plural), which have no common order",
      hint: "keep one kind of them with 'where' before this stage", word: field.word)
  }
}
