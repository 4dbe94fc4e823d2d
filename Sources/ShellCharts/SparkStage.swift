import ShellOutput
import ShellRecords

/// Shows a list of numbers in each record as a small line; numbers become the list of a single record.
final class SparkStage: RecordStage {
  private var field: RecordField
  private let limit: GatherLimit
  private let output: Output
  private var columns: [Column] = []
  private var isList = true
  /// The numbers so far; nil if the records have lists, which pass through.
  private var numbers: [CellValue]? = []
  private var reader: ChartField

  init(_ field: RecordField, _ limit: GatherLimit, to output: Output) {
    (self.field, self.limit, self.output) = (field, limit, output)
    reader = ChartField(field, takesTimes: false)
  }

  func begin(_ columns: [Column], isList: Bool) throws {
    try field.resolve(in: columns)
    try reader.begin(columns)
    (self.columns, self.isList) = (columns, isList)
    if numbers == nil { try beginList() }
  }

  private func beginList() throws {
    var columns = columns
    if let index = field.column, field.steps.isEmpty {
      columns[index].hint = .spark
    } else {
      columns.append(Column(field.text, hint: .spark))
    }
    try output.columns(columns, isList: isList)
  }

  func row(_ values: [CellValue]) throws {
    let value = field.value(in: values)
    if case .list = value, numbers?.isEmpty != false {
      if numbers != nil {
        numbers = nil
        try beginList()
      }
      return try output.row(field.steps.isEmpty ? values : values + [value])
    }
    guard numbers != nil else {
      return try output.row(field.steps.isEmpty ? values : values + [value])
    }
    try limit.check(reader.numbers.count + 1)
    try reader.add(values)
    numbers?.append(value)
  }

  func end() throws {
    guard let numbers, !numbers.isEmpty else { return }
    try output.record([Column(field.text, hint: .spark)], [.list(numbers)])
  }
}
