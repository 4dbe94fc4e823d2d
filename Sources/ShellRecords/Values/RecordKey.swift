import ShellOutput

/// The values of fields by which records are alike.
struct RecordKey: Hashable {
  private let first: ComparedValue
  private let rest: [ComparedValue]

  init(_ fields: [RecordField], in row: [CellValue]) {
    first = fields.first.map { ComparedValue($0.value(in: row)) } ?? .null
    rest = fields.dropFirst().map { ComparedValue($0.value(in: row)) }
  }
}
