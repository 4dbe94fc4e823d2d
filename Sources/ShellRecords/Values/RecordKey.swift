import ShellOutput

/// The values of the fields that identify a record.
struct RecordKey: Hashable {
  private let first: ComparedValue
  private let rest: [ComparedValue]

  init(_ fields: [RecordField], in row: [CellValue]) {
    first = fields.first.map { ComparedValue($0.value(in: row)) } ?? .null
    rest = fields.dropFirst().map { ComparedValue($0.value(in: row)) }
  }
}
