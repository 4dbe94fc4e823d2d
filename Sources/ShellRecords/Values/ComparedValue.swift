import CoreEvents
import FoundationEssentials
import ShellOutput

enum ComparedValue: Hashable {
  /// Null, or an empty field of CSV or TSV.
  case null
  case number(ExactNumber)
  case text(ByteText)
  case date(Date)
  case boolean(Bool)
  /// A list or a record, as its JSON with the members of records in the order of their names.
  case nested(ByteText)

  /// Untyped text becomes a number or a date if it reads as one.
  init(_ value: CellValue) {
    switch value {
    case .untyped(let text): self.init(untyped: text)
    case .text(let text): self = .text(ByteText(text: text))
    case .integer(let number): self = .number(ExactNumber(number))
    case .decimal(let number): self = ExactNumber(number).map { .number($0) } ?? .null
    case .boolean(let value): self = .boolean(value)
    case .date(let date): self = date.timeIntervalSince1970.isNaN ? .null : .date(date)
    case .list, .record: self = .nested(ByteText(text: value.withSortedMembers.plainText))
    case .null, .missing: self = .null
    }
  }

  private init(untyped text: String) {
    if text.isEmpty {
      self = .null
    } else if let number = ExactNumber(text) {
      self = .number(number)
    } else if let date = text.asDate {
      self = .date(date)
    } else {
      self = .text(ByteText(text: text))
    }
  }
}

extension CellValue {
  /// The value, in which the members of records, which have no order, are sorted.
  fileprivate var withSortedMembers: CellValue {
    switch self {
    case .list(let values): .list(values.map(\.withSortedMembers))
    case .record(let fields):
      .record(
        fields.map { Field($0.name, $0.value.withSortedMembers) }.sorted { $0.name < $1.name })
    default: self
    }
  }

  /// The value as a date, which a text can be; nil for any other value.
  var asDate: Date? {
    switch self {
    case .date(let date): date.timeIntervalSince1970.isNaN ? nil : date
    case .text(let text), .untyped(let text): text.asDate
    case .integer, .decimal, .boolean, .list, .record, .null, .missing: nil
    }
  }
}

extension String {
  /// Whether the text has the form of a day, alone or before a time, that is not in the calendar: `2026-02-30`.
  var isImpossibleDay: Bool {
    let day = prefix(10)
    let rest = utf8.dropFirst(10).first
    return day.utf8.count == 10 && (rest == nil || rest == UInt8(ascii: "T"))
      && DateReader.day(String(day)) == nil
      && zip(day.utf8, "0000-00-00".utf8).allSatisfy { byte, form in
        form == UInt8(ascii: "-") ? byte == form : byte &- form < 10
      }
  }

  /// The text as a date: a day, `2026-11-22`, or a date with a time and a time zone; nil for any other text.
  var asDate: Date? {
    let mayBeDate = withBytes { bytes in
      bytes.count >= 10 && bytes[4] == UInt8(ascii: "-") && bytes[7] == UInt8(ascii: "-")
    }
    return mayBeDate ? DateReader.day(self) ?? DateReader.moment(self) : nil
  }
}

/// The values of the fields that identify a record.
struct RecordKey: Hashable {
  private let first: ComparedValue
  private let rest: [ComparedValue]

  init(_ fields: [RecordField], in row: [CellValue]) {
    first = fields.first.map { ComparedValue($0.value(in: row)) } ?? .null
    rest = fields.dropFirst().map { ComparedValue($0.value(in: row)) }
  }
}
