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
    case .null, .missing: return nil
    }
  }
}

/// The kinds of a field's values so far, which decide their order.
///
/// Untyped values are numbers if all of them read as numbers, dates if all read as dates, and otherwise text. Texts
/// are dates if all are.
struct SeenKinds {
  private let field: RecordField
  /// A kind that is not text.
  private var typed: ValueKind?
  private var hasText = false
  private var textsAreDates = true
  private var hasUntyped = false
  private var untypedAreNumbers = true
  private var untypedAreDates = true

  init(of field: RecordField) {
    self.field = field
  }

  /// Throws if the value cannot be ordered relative to the earlier ones.
  mutating func note(_ value: CellValue) throws(ShellError) {
    switch value {
    case .untyped(let text):
      if !text.isEmpty { try note(untyped: text) }
      return
    case .text(let text): return try note(text: text)
    default: break
    }
    guard let kind = ValueKind(value), kind != typed else { return }
    guard kind != .list, kind != .record else {
      throw ShellError(
        .usage, "'\(field.text)' is \(kind.name), and \(kind.plural) have no order",
        hint: "choose a value in it, such as '\(field.text)\(kind == .list ? "[0]" : ".name")'",
        word: field.word)
    }
    if let typed { throw mixture(typed, kind) }
    if hasText, kind != .date || !textsAreDates { throw mixture(.text, kind) }
    typed = kind
    if hasUntyped { try checkUntyped() }
  }

  private mutating func note(text: String) throws(ShellError) {
    if hasText, !textsAreDates { return }
    hasText = true
    if text.asDate == nil { textsAreDates = false }
    if let typed, typed != .date || !textsAreDates { throw mixture(typed, .text) }
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
    case nil: return
    case .number where untypedAreNumbers: return
    case .date where untypedAreDates: return
    case .text, .number, .boolean, .date, .list, .record: break
    }
    if let typed { throw mixture(typed, untypedKind) }
  }

  private var untypedKind: ValueKind {
    untypedAreNumbers ? .number : untypedAreDates ? .date : .text
  }

  /// The kind by which the values are ordered; text if there are none.
  var kind: ValueKind {
    if let typed { return typed }
    guard hasText else { return hasUntyped ? untypedKind : .text }
    return textsAreDates && (!hasUntyped || untypedAreDates) ? .date : .text
  }

  private func mixture(_ first: ValueKind, _ second: ValueKind) -> ShellError {
    ShellError(
      .usage,
      "'\(field.text)' has \(first.plural) and \(second.plural), which have no common order",
      hint: "keep one kind of them with 'where' before this stage", word: field.word)
  }
}
