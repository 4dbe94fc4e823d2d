import ShellCommands
import ShellLanguage
import ShellOutput

struct SortByCommand: StageCommand {
  let fields = Argument<[String]>(
    "FIELD", "a field to sort by; '-' before it reverses its order", atLeastOne: true,
    completion: "sort-fields")
  var specification: CommandSpecification {
    CommandSpecification(
      "sort-by", abstract: "Sort the records",
      discussion: """
        The first field decides, then the next one. Numbers, dates and Booleans have their own order, \
        texts that are all times that of the times, and other text that of its bytes. The '-' must be \
        written: in a variable it belongs to the field's name. Fields of CSV and TSV are numbers if all of them read as numbers, \
        dates if all of them read as dates, and otherwise text. Records without a value come last, in \
        reversed order too. Equal records keep their order. It holds all records; see \
        'set gather-limit'.
        """,
      examples: [
        .init("products list --all | sort-by price name", "sorts products by price, then by name"),
        .init(
          "products list --all | sort-by -price | first 3", "lists the most expensive products"),
      ],
      parameters: [fields], changesData: false
    ).parsingOptions(.knownOnly)
  }

  func stage(_ invocation: Invocation) throws -> any RecordStage {
    let fields = try invocation.fields(of: fields).map { field in
      // A '-' that a variable holds is part of the field's name.
      guard field.text.utf8.first == UInt8(ascii: "-"), field.text.utf8.count > 1,
        field.word.map({ invocation.words[$0].data.start > 0 }) ?? true
      else { return (field, false) }
      return (RecordField(String(field.text.dropFirst()), word: field.word), true)
    }
    return SortByStage(
      fields, GatherLimit(stage: "sort-by", limit: invocation.gatherLimit), to: invocation.output,
      report: invocation.report)
  }
}

private final class SortByStage: FieldStage {
  private var fields: [RecordOrder.Field]
  /// The columns of the records so far, each once.
  private var shapes: [[Column]] = []
  private var shape = 0
  private var union = ColumnUnion()
  private var rows: [[CellValue]] = []
  /// For each record, the index of its columns.
  private var rowShapes: [Int32] = []
  private let limit: GatherLimit
  private let output: Output
  private let report: (String) -> Void

  init(
    _ fields: [(field: RecordField, isDescending: Bool)], _ limit: GatherLimit, to output: Output,
    report: @escaping (String) -> Void
  ) {
    self.report = report
    self.fields = fields.map {
      RecordOrder.Field(
        field: $0.field, isDescending: $0.isDescending, kinds: SeenKinds(of: $0.field))
    }
    self.limit = limit
    self.output = output
  }

  var requiredFields: [RecordField] { fields.map(\.field) }

  func error(ofField index: Int, _ error: ShellError) -> ShellError {
    var error = error
    // How other languages write a direction.
    switch fields[index].field.text.lowercased() {
    case "r", "reverse", "desc", "descending":
      error.hint = "'sort-by -FIELD' sorts from the greatest value"
    case "asc", "ascending":
      error.hint = "'sort-by FIELD' sorts from the least value"
    default: break
    }
    return error
  }

  func begin(_ columns: [Column], isList: Bool) {
    // Records of many shapes need not share them.
    if let index = shapes.suffix(8).lastIndex(of: columns) {
      shape = index
    } else {
      shape = shapes.count
      shapes.append(columns)
    }
    union.begin(columns)
    find()
  }

  private func find() {
    for index in fields.indices { fields[index].field.find(in: union.columns) }
  }

  func row(_ values: [CellValue]) throws {
    try limit.check(rows.count + 1)
    let known = union.columns.count
    let row = union.row(values)
    if union.columns.count > known { find() }
    for index in fields.indices {
      try fields[index].kinds.note(fields[index].field.value(in: row))
    }
    rows.append(row)
    rowShapes.append(Int32(shape))
  }

  func end() throws {
    guard union.hasBegun else { return }
    try reportCurrencies()
    let indexes = try RecordOrder.indexes(of: rows, by: fields) {
      try output.flow?.checkInterruption()
    }
    var last = indexes.first.map { Int(rowShapes[$0]) } ?? shape
    try output.columns(shapes[last])
    let isUnion = shapes.count == 1 && shapes[0] == union.columns
    for index in indexes {
      let shape = Int(rowShapes[index])
      if shape != last { try output.columns(shapes[shape]) }
      last = shape
      try output.row(
        isUnion
          ? union.filled(rows[index]) : union.values(of: shapes[shape], in: rows[index]))
    }
  }

  func release() throws { try end() }

  /// Reports amounts of several currencies, unless they were sorted by currency before.
  private func reportCurrencies() throws {
    for (index, sorted) in fields.enumerated() {
      guard var currencies = SeenCurrencies(of: sorted.field, in: union.columns),
        !fields[..<index].contains(where: { $0.field.text == currencies.name })
      else { continue }
      for row in rows { currencies.note(row, amount: sorted.field.value(in: row)) }
      guard currencies.codes.count > 1 else { continue }
      return report(currencies.notice)
    }
  }
}
