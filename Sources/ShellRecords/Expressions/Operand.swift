import CoreEvents
import FoundationEssentials
import ShellOutput

/// A value in an expression.
enum Operand {
  case number(ExactNumber)
  case text(String)
  /// Text of an unknown kind, such as a field of CSV, which reads as the other side's kind.
  case untyped(String)
  case boolean(Bool)
  case date(Date)
  /// In milliseconds.
  case duration(ExactNumber)
  case list([CellValue])
  case record([CellValue.Field])
  case null
  /// A field that the record does not have.
  case missing

  init(_ value: CellValue) {
    switch value {
    case .text(let text): self = .text(text)
    case .untyped(let text): self = .untyped(text)
    case .integer(let number): self = .number(ExactNumber(number))
    case .decimal(let number): self = ExactNumber(number).map { .number($0) } ?? .null
    case .boolean(let value): self = .boolean(value)
    case .date(let date): self = date.timeIntervalSince1970.isNaN ? .null : .date(date)
    case .list(let values): self = .list(values)
    case .record(let fields): self = .record(fields)
    case .null: self = .null
    case .missing: self = .missing
    }
  }

  /// The value outside the expression; a duration is untyped text, which reads as one again.
  var cell: CellValue {
    switch self {
    case .number(let number): number.cell
    case .text(let text): .text(text)
    case .untyped(let text): .untyped(text)
    case .boolean(let value): .boolean(value)
    case .date(let date): .date(date)
    case .duration(let milliseconds): .untyped(TimeSpan.text(ofMilliseconds: milliseconds))
    case .list(let values): .list(values)
    case .record(let fields): .record(fields)
    case .null: .null
    case .missing: .missing
    }
  }

  /// The kind, for use in a sentence.
  var kind: String {
    switch self {
    case .number: "a number"
    case .text: "text"
    case .untyped(let text): "the text '\(text.prefix(60))\(text.count > 60 ? "…" : "")'"
    case .boolean: "a Boolean"
    case .date: "a date"
    case .duration: "a duration"
    case .list: "a list"
    case .record: "a record"
    case .null: "null"
    case .missing: "missing"
    }
  }

  /// The value as a number; text does not read as one, but untyped text does.
  var asNumber: ExactNumber? {
    switch self {
    case .number(let number): number
    case .untyped(let text): ExactNumber(text)
    default: nil
    }
  }

  /// The value as a date; text in ISO 8601 reads as one.
  var asDate: Date? {
    switch self {
    case .date(let date): date
    case .text(let text), .untyped(let text): text.asDate
    default: nil
    }
  }

  var asDuration: ExactNumber? {
    switch self {
    case .duration(let milliseconds): milliseconds
    case .untyped(let text): TimeSpan.milliseconds(text)
    default: nil
    }
  }

  var asBoolean: Bool? {
    switch self {
    case .boolean(let value): value
    case .untyped("true"): true
    case .untyped("false"): false
    default: nil
    }
  }

  var asText: String? {
    switch self {
    case .text(let text), .untyped(let text): text
    default: nil
    }
  }

  /// Whether the value is null, missing, or an empty field of CSV or TSV.
  var isNull: Bool {
    switch self {
    case .null, .missing: true
    case .untyped(let text): text.isEmpty
    default: false
    }
  }
}

extension Date {
  /// The date, in milliseconds since 1970.
  var milliseconds: ExactNumber { ExactNumber(Int((timeIntervalSince1970 * 1000).rounded())) }

  /// Returns nil if the date is beyond the years that can be written.
  init?(milliseconds: ExactNumber) {
    let seconds = milliseconds.approximation.number / 1000
    guard abs(seconds) < 100_000_000_000 else { return nil }
    self.init(timeIntervalSince1970: (seconds * 1000).rounded() / 1000)
  }
}
