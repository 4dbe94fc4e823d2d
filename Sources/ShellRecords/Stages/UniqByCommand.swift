import ShellCommands
import ShellOutput

struct UniqByCommand: StageCommand {
  let fields = Argument<[String]>(
    "FIELD", "a field whose values are compared", atLeastOne: true, completion: "fields")
  var specification: CommandSpecification {
    CommandSpecification(
      "uniq-by", abstract: "Keep the first record of each value",
      discussion: """
        Of the records whose fields have equal values, the first one is kept; the records need not be \
        sorted. Fields of CSV and TSV are equal if they read as equal numbers or dates. It holds the \
        values; see 'set gather-limit'.
        """,
      examples: [
        .init("products list --all | uniq-by currency_code", "lists one product of each currency")
      ],
      parameters: [fields], changesData: false
    ).parsingOptions(.knownOnly)
  }

  func stage(_ invocation: Invocation) throws -> any RecordStage {
    UniqByStage(
      try invocation.fields(of: fields),
      GatherLimit(stage: "uniq-by", limit: invocation.gatherLimit), to: invocation.output)
  }
}

/// Passes on only the first record for each value.
private final class UniqByStage: FieldStage {
  private var fields: [RecordField]
  private var seen: Set<RecordKey> = []
  private let limit: GatherLimit
  private let output: Output

  init(_ fields: [RecordField], _ limit: GatherLimit, to output: Output) {
    self.fields = fields
    self.limit = limit
    self.output = output
  }

  var requiredFields: [RecordField] { fields }

  func begin(_ columns: [Column], isList: Bool) throws {
    for index in fields.indices { fields[index].find(in: columns) }
    try output.columns(columns)
  }

  func row(_ values: [CellValue]) throws {
    guard seen.insert(RecordKey(fields, in: values)).inserted else { return }
    try limit.check(seen.count, "different values")
    try output.row(values)
  }
}
