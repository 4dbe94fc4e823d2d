import SeashellKit

/// Shows a list of numbers in each record as a small line; numbers become the list of a single record.
final class SparkStage: FieldStage {
  private enum Kind {
    case unknown, lists, numbers
  }

  private var field: RecordField
  private let limit: GatherLimit
  private let output: Output
  private var columns: [Column] = []
  private var isList = true
  private var hasBegun = false
  private var kind = Kind.unknown
  /// The records without a value before the first one with a value, with their columns.
  private var held: [(columns: [Column], values: [CellValue])] = []
  private var numbers: ChartField

  private let report: @MainActor (String) -> Void

  init(
    _ field: RecordField, _ limit: GatherLimit, to output: Output,
    report: @escaping @MainActor (String) -> Void
  ) {
    (self.field, self.limit, self.output, self.report) = (field, limit, output, report)
    numbers = ChartField(field, takesTimes: false)
  }

  var requiredFields: [RecordField] { [field] }

  func begin(_ columns: [Column], isList: Bool) throws {
    hasBegun = true
    field.find(in: columns)
    numbers.begin(columns)
    (self.columns, self.isList) = (columns, isList)
    if kind == .lists { try beginList() }
  }

  private func beginList() throws {
    var columns = columns
    // Otherwise it becomes their last column.
    if let index = field.column, field.isColumn {
      columns[index].hint = .spark
    } else {
      columns.append(Column(field.text, hint: .spark))
    }
    try output.columns(columns, isList: isList)
  }

  private func pass(_ values: [CellValue]) throws {
    try output.row(field.isColumn ? values : values + [field.value(in: values)])
  }

  func row(_ values: [CellValue]) throws {
    let value = field.value(in: values)
    switch (kind, value) {
    case (.lists, _): return try pass(values)
    case (.unknown, .list):
      kind = .lists
      let now = columns
      for (index, record) in held.enumerated() {
        if index == 0 || held[index - 1].columns != record.columns {
          columns = record.columns
          field.find(in: columns)
          try beginList()
        }
        try pass(record.values)
      }
      held = []
      columns = now
      field.find(in: columns)
      try beginList()
      return try pass(values)
    case (.unknown, .null), (.unknown, .missing): held.append((columns, values))
    case (.unknown, _), (.numbers, _):
      kind = .numbers
      held = []
    }
    try limit.check(numbers.numbers.count + 1)
    try numbers.add(values)
  }

  func end() throws {
    guard hasBegun, kind != .lists else { return }
    guard kind == .numbers || !numbers.numbers.isEmpty else { return try beginList() }
    for remark in numbers.currencyRemarks { report(remark) }
    try output.record([Column(field.text, hint: .spark)], [.list(numbers.values)])
  }
}
