import FoundationEssentials
import ShellOutput

/// An order of records by the values of several fields.
struct RecordOrder {
  struct Field {
    var field: RecordField
    var isDescending: Bool
    var kinds: SeenKinds
  }

  private let fields: [Field]
  private let rows: [[CellValue]]
  /// The keys of all fields except the first, record by record.
  private var laterKeys: [UInt64] = []
  /// For each field except the first, whether equal keys mean equal values.
  private var laterAreExact: [Bool] = []

  /// Numbers in the order of a field's values; equal numbers mean that the values may be equal.
  private struct Keys {
    var numbers: [UInt64]
    /// Whether equal numbers mean equal values.
    var areExact = true
  }

  /// The key of a record's first field, and the record's index.
  private struct Entry {
    var key: UInt64
    var row: Int
  }

  /// Returns the indexes of records in order; equal records keep their original order.
  ///
  /// - Complexity: O(*n* · log *n*), and 24 bytes for each record, plus 8 for each field except the first.
  /// - Parameter check: called now and then; what it throws ends the sorting.
  static func indexes(
    of rows: [[CellValue]], by fields: [Field], checking check: () throws -> Void = {}
  ) rethrows -> [Int] {
    guard let first = fields.first else { return Array(rows.indices) }
    var order = RecordOrder(fields: fields, rows: rows)
    let keys = try order.keys(of: first, check)
    try order.addKeys(of: fields.dropFirst(), check)
    var entries = rows.indices.map { Entry(key: keys.numbers[$0], row: $0) }
    let firstIsExact = keys.areExact
    var comparisons = 0
    try entries.sort { one, other in
      comparisons &+= 1
      if comparisons & Self.pace == 0 { try check() }
      if one.key != other.key { return one.key < other.key }
      return order.precedes(one.row, other.row, firstIsExact: firstIsExact)
    }
    return entries.map(\.row)
  }

  /// How many records or comparisons come between two calls of `check`, minus 1.
  private static let pace = 0x3FF

  private init(fields: [Field], rows: [[CellValue]]) {
    self.fields = fields
    self.rows = rows
  }

  /// Whether a record comes before another one whose first field has an equal key.
  private func precedes(_ one: Int, _ other: Int, firstIsExact: Bool) -> Bool {
    if !firstIsExact {
      let order = compare(one, other, by: fields[0])
      if order != 0 { return order < 0 }
    }
    let count = laterAreExact.count
    for index in 0..<count {
      let (key, otherKey) = (laterKeys[one * count + index], laterKeys[other * count + index])
      if key != otherKey { return key < otherKey }
      if laterAreExact[index] { continue }
      let order = compare(one, other, by: fields[index + 1])
      if order != 0 { return order < 0 }
    }
    return one < other
  }

  private mutating func addKeys(
    of later: ArraySlice<Field>, _ check: () throws -> Void
  ) rethrows {
    guard !later.isEmpty else { return }
    laterKeys = Array(repeating: 0, count: rows.count * later.count)
    for (index, field) in later.enumerated() {
      let keys = try keys(of: field, check)
      for row in rows.indices { laterKeys[row * later.count + index] = keys.numbers[row] }
      laterAreExact.append(keys.areExact)
    }
  }

  private func keys(of field: Field, _ check: () throws -> Void) rethrows -> Keys {
    let kind = field.kinds.kind
    let prefix = kind == .text ? commonPrefix(of: field.field) : 0
    var keys = Keys(numbers: [])
    keys.numbers.reserveCapacity(rows.count)
    for (index, row) in rows.enumerated() {
      if index & Self.pace == 0 { try check() }
      let value = field.field.value(in: row)
      guard let (key, isExact) = value.orderKey(as: kind, behind: prefix) else {
        keys.numbers.append(.max)
        continue
      }
      if !isExact { keys.areExact = false }
      keys.numbers.append(field.isDescending ? ~key : key)
    }
    return keys
  }

  /// The length of the common prefix of all texts of a field, in bytes.
  private func commonPrefix(of field: RecordField) -> Int {
    var first: String?
    var length = Int.max
    for row in rows where length > 0 {
      let value = field.value(in: row)
      if value.isAbsent { continue }
      let text = value.plainText
      if let first {
        length = first.commonPrefix(with: text, atMost: length)
      } else {
        first = text
      }
    }
    return length == .max ? 0 : length
  }

  private func compare(_ one: Int, _ other: Int, by field: Field) -> Int {
    let (first, second) = (field.field.value(in: rows[one]), field.field.value(in: rows[other]))
    if first.isAbsent || second.isAbsent {
      return (first.isAbsent ? 1 : 0) - (second.isAbsent ? 1 : 0)
    }
    let order = first.compare(second, as: field.kinds.kind)
    return field.isDescending ? -order : order
  }
}

extension CellValue {
  /// Whether there is no value to order or to add: null, a missing field, or an empty one of CSV or TSV.
  var isAbsent: Bool {
    switch self {
    case .untyped(let text): text.isEmpty
    case .text, .integer, .boolean, .list, .record: false
    case .null, .missing: true
    case .decimal, .date: ComparedValue(self) == .null
    }
  }

  /// Compares two values read as a kind: below, equal to or above zero; zero if one is not of this
  /// kind.
  func compare(_ other: CellValue, as kind: ValueKind) -> Int {
    switch kind {
    case .text: return plainText.compareBytes(other.plainText)
    case .date:
      guard let first = asDate, let second = other.asDate else { return 0 }
      return first < second ? -1 : second < first ? 1 : 0
    case .number, .boolean, .list, .record: break
    }
    return switch (ComparedValue(self), ComparedValue(other)) {
    case (.number(let first), .number(let second)): first < second ? -1 : second < first ? 1 : 0
    case (.boolean(let first), .boolean(let second)): (first ? 1 : 0) - (second ? 1 : 0)
    default: 0
    }
  }

  /// A number that sorts like the value, and whether equal numbers mean equal values; nil for null.
  ///
  /// - Parameter prefix: the length of the common prefix of all texts, in bytes.
  fileprivate func orderKey(
    as kind: ValueKind, behind prefix: Int
  ) -> (key: UInt64, isExact: Bool)? {
    if kind == .text { return isAbsent ? nil : plainText.orderKey(behind: prefix) }
    if kind == .date { return asDate.map { ($0.timeIntervalSince1970.orderKey, true) } }
    switch ComparedValue(self) {
    case .number(let number):
      let approximation = number.approximation
      return (approximation.number.orderKey, approximation.isExact)
    case .boolean(let value): return (value ? 2 : 1, true)
    case .null, .text, .nested, .date: return nil
    }
  }
}

extension Double {
  /// An unsigned number that sorts the same way.
  fileprivate var orderKey: UInt64 {
    // Zero and minus zero are equal.
    let bits = (self == 0 ? 0 : self).bitPattern
    return bits >> 63 == 0 ? bits | 1 << 63 : ~bits
  }
}
