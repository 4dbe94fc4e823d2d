import ShellCommands
import ShellOutput

struct SortByCommand: StageCommand {
  let fields = Argument<[String]>(
    "FIELD", "a field to sort by; '-' before it reverses its order", atLeastOne: true,
    completion: "sort-fields")
  var specification: CommandSpecification {
    CommandSpecification(
      "sort-by",
      abstract: "Sort the records",
      discussion: """
        The first field decides, then the next one. Numbers, dates and Booleans have their own order, \
        and text that of its bytes. Fields of CSV and TSV are numbers if all of them read as numbers, \
        dates if all of them read as dates, and otherwise text. Records without a value come last, in \
        reversed order too. Equal records keep their order. It holds all records; see \
        'set gather-limit'.
        """,
      examples: [
        .init("products list --all | sort-by price name", "sorts products by price, then by name"),
        .init(
          "products list --all | sort-by -price | first 3", "lists the most expensive products"),
      ],
      parameters: [fields], optionParsing: .knownOnly, changesData: false)
  }

  func stage(_ invocation: Invocation) throws -> any RecordStage {
    let fields = try invocation.fields(of: fields).map { field in
      guard field.text.utf8.first == UInt8(ascii: "-"), field.text.utf8.count > 1 else {
        return (field, false)
      }
      return (RecordField(String(field.text.dropFirst()), word: field.word), true)
    }
    return SortByStage(
      fields, GatherLimit(stage: "sort-by", limit: invocation.gatherLimit), to: invocation.output,
      report: invocation.report)
  }
}

private final class SortByStage: RecordStage {
  private var fields: [RecordOrder.Field]
  private var union = ColumnUnion()
  private var rows: [[CellValue]] = []
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

  func begin(_ columns: [Column], isList: Bool) throws {
    union.begin(columns)
    for index in fields.indices {
      do {
        try fields[index].field.resolve(in: union.columns)
      } catch {
        var error = error
        // How other languages write a direction.
        switch fields[index].field.text.lowercased() {
        case "r", "reverse", "desc", "descending":
          error.hint = "'sort-by -FIELD' sorts from the greatest value"
        case "asc", "ascending":
          error.hint = "'sort-by FIELD' sorts from the least value"
        default: break
        }
        throw error
      }
    }
  }

  func row(_ values: [CellValue]) throws {
    try limit.check(rows.count + 1)
    let row = union.gathered(values)
    for index in fields.indices {
      try fields[index].kinds.note(fields[index].field.value(in: row))
    }
    rows.append(row)
  }

  func end() throws {
    guard union.hasBegun else { return }
    try reportCurrencies()
    try output.columns(union.columns)
    let indexes = try RecordOrder.indexes(of: rows, by: fields) {
      try output.flow?.checkInterruption()
    }
    for index in indexes {
      try output.row(union.filled(rows[index]))
    }
  }

  func release() throws { try end() }

  /// Reports amounts of several currencies, unless they were sorted by currency before.
  private func reportCurrencies() throws {
    for (index, sorted) in fields.enumerated() {
      guard var currencies = try SeenCurrencies(of: sorted.field, in: union.columns),
        !fields[..<index].contains(where: { $0.field.text == currencies.name })
      else { continue }
      for row in rows { currencies.note(row, amount: sorted.field.value(in: row)) }
      guard currencies.codes.count > 1 else { continue }
      return report(currencies.notice)
    }
  }
}
