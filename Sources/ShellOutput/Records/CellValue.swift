import CoreJSON
public import FoundationEssentials

/// The value of a field of a record.
public enum CellValue: Sendable, Hashable {
  /// Text.
  case text(String)
  /// A CSV or TSV value of unknown type, or a JSON number that a decimal cannot hold.
  ///
  /// It is written unchanged, and compared as a number or date if it reads as one. In JSON output it is a
  /// number if it has the form of one, and otherwise text.
  case untyped(String)
  /// A whole number.
  case integer(Int)
  /// A decimal number, such as a price, written in its shortest form.
  case decimal(Decimal)
  /// A Boolean.
  case boolean(Bool)
  /// A moment: in a terminal's table, date and time in the reader's time zone, to the minute; elsewhere ISO
  /// 8601 in UTC, to the millisecond: `2026-11-22T04:40:00Z`.
  ///
  /// An invalid date, such as one that is not a number, is shown like null.
  case date(Date)
  /// A list of values: nested in JSON, joined by commas in a table, JSON text in other formats.
  case list([CellValue])
  /// Named values: nested in JSON, `name: value, name: value` in a table, JSON text in other formats.
  case record([Field])
  /// The value null: `null` in JSON, empty in other formats.
  case null
  /// The lack of a field: a record in JSON does not have it; empty in other formats.
  case missing

  /// A field of a nested record.
  public struct Field: Sendable, Hashable {
    /// The field's name.
    public var name: String

    /// The field's value.
    public var value: CellValue

    /// Creates a field.
    public init(_ name: String, _ value: CellValue) {
      self.name = name
      self.value = value
    }
  }
}

extension CellValue {
  /// Whether it is null or missing.
  public var isNothing: Bool {
    switch self {
    case .null, .missing: true
    default: false
    }
  }

  /// Whether it is missing; cheaper than a comparison.
  @inline(__always)
  package var isMissing: Bool { if case .missing = self { true } else { false } }

  /// The value as text without quotes; empty for null, JSON for lists and records.
  public var plainText: String {
    switch self {
    case .text(let text), .untyped(let text): return text
    case .integer(let number): return String(number)
    case .decimal(let number): return number.text
    case .boolean(let value): return value ? "true" : "false"
    case .date(let date): return DateText.iso8601(date) ?? ""
    case .list, .record:
      var bytes: [UInt8] = []
      appendJSON(escapesHostile: false, to: &bytes)
      return String(decoding: bytes, as: UTF8.self)
    case .null, .missing: return ""
    }
  }

  var number: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .decimal(let number): Double(number.text)
    case .untyped(let text): JSONNumber.isNumber(text) ? Double(text) : nil
    case .text, .boolean, .date, .list, .record, .null, .missing: nil
    }
  }
}

extension CellValue {
  /// Creates a record of the values of columns, without those that are missing.
  package init(_ values: [CellValue], of columns: [Column]) {
    let count = min(values.count, columns.count)
    var fields: [Field] = []
    // A zipped sequence would not know its length.
    fields.reserveCapacity(count)
    for index in 0..<count where !values[index].isMissing {
      fields.append(Field(columns[index].name, values[index]))
    }
    self = .record(fields)
  }
}

extension [CellValue] {
  /// About how many bytes of memory the values take, for a bound.
  @inline(never)
  package var footprint: Int {
    var bytes = count * MemoryLayout<CellValue>.size
    for value in self {
      switch value {
      case .text(let text), .untyped(let text): bytes += text.utf8.count
      case .list(let values): bytes += values.footprint
      case .record(let fields):
        for field in fields { bytes += field.name.utf8.count + [field.value].footprint }
      case .integer, .decimal, .boolean, .date, .null, .missing: break
      }
    }
    return bytes
  }
}
