import ShellOutput

enum Aggregate: String, CaseIterable {
  case sum
  case mean
  case min
  case max
  case median
  case distinct

  func column(of field: String) -> String { "\(rawValue)_\(field)" }
}

enum AggregateState {
  case sum(ExactSum)
  case extreme(Extreme)
  case numbers([ExactNumber])
  case values(Set<ComparedValue>)

  /// How many values it holds.
  var count: Int {
    switch self {
    case .sum, .extreme: 0
    case .numbers(let numbers): numbers.count
    case .values(let values): values.count
    }
  }

  /// Adds a value; null, and empty fields of CSV and TSV, are ignored.
  ///
  /// `isLeast` wants the minimum instead of the maximum.
  mutating func add(_ value: CellValue, isLeast: Bool, _ field: RecordField) throws(ShellError) {
    switch self {
    case .extreme(var extreme):
      if !value.isAbsent { extreme.add(value, isLeast: isLeast) }
      self = .extreme(extreme)
    case .sum(var sum):
      switch ComparedValue(value) {
      case .null: return
      case .number(let number): sum.add(number)
      case .text, .date, .boolean, .nested: throw Self.notNumber(value, field)
      }
      self = .sum(sum)
    case .numbers(var numbers):
      // Otherwise the array would be copied.
      self = .numbers([])
      switch ComparedValue(value) {
      case .null: break
      case .number(let number): numbers.append(number)
      case .text, .date, .boolean, .nested: throw Self.notNumber(value, field)
      }
      self = .numbers(numbers)
    case .values(var values):
      self = .values([])
      if !value.isAbsent { values.insert(ComparedValue(value)) }
      self = .values(values)
    }
  }

  /// The number in the middle, or the mean of the two there; null without numbers.
  static func median(_ numbers: [ExactNumber]) -> CellValue {
    let sorted = numbers.sorted()
    guard let upper = sorted.indices.contains(sorted.count / 2) ? sorted[sorted.count / 2] : nil
    else { return .null }
    if !sorted.count.isMultiple(of: 2) { return upper.cell }
    let sum = sorted[sorted.count / 2 - 1] + upper
    return sum?.divided(by: ExactNumber(2))?.cell ?? .null
  }

  private static func notNumber(_ value: CellValue, _ field: RecordField) -> ShellError {
    var what = ValueKind(value)?.name ?? "null"
    if case .untyped(let text) = value {
      what = "the text '\(text.prefix(60))\(text.count > 60 ? "…" : "")' in a record"
    }
    return ShellError(
      .usage, "'\(field.text)' is \(what), and only numbers can be added", word: field.word)
  }

  /// The minimum or maximum of a group's values.
  ///
  /// How untyped values and texts are read is known only at the end, so the extreme for each reading is kept.
  struct Extreme {
    private var texts: CellValue?
    private var numbers: CellValue?
    private var dates: CellValue?
    private var booleans: CellValue?

    fileprivate mutating func add(_ value: CellValue, isLeast: Bool) {
      switch ComparedValue(value) {
      case .number: Self.keep(value, .number, isLeast, &numbers)
      case .date: Self.keep(value, .date, isLeast, &dates)
      case .boolean: Self.keep(value, .boolean, isLeast, &booleans)
      // A text can be a date.
      case .text where value.asDate != nil: Self.keep(value, .date, isLeast, &dates)
      case .text, .null, .nested: break
      }
      if ValueKind(value) == .text { Self.keep(value, .text, isLeast, &texts) }
    }

    private static func keep(
      _ value: CellValue, _ kind: ValueKind, _ isLeast: Bool, _ kept: inout CellValue?
    ) {
      guard let before = kept else { return kept = value }
      let order = value.compare(before, as: kind)
      if isLeast ? order < 0 : order > 0 { kept = value }
    }

    /// The value, read as this kind; null if there is none.
    func value(as kind: ValueKind) -> CellValue {
      let value =
        switch kind {
        case .text: texts
        case .number: numbers
        case .date: dates
        case .boolean: booleans
        case .list, .record: CellValue?.none
        }
      return value ?? .null
    }
  }
}
