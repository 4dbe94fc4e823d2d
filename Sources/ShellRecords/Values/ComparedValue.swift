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
  /// A list or a record, as its JSON.
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
    case .list, .record: self = .nested(ByteText(text: value.plainText))
    case .null: self = .null
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

extension String {
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
