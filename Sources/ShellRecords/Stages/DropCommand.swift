import ShellCommands
import ShellOutput

struct DropCommand: StageCommand {
  let fields = Argument<[String]>(
    "FIELD", "a field to leave out", atLeastOne: true, completion: "fields")
  var specification: CommandSpecification {
    CommandSpecification(
      "drop", abstract: "Leave out some fields",
      examples: [.init("products list | drop currency_code", "lists products without currencies")],
      parameters: [fields], changesData: false
    ).parsingOptions(.knownOnly)
  }

  func stage(_ invocation: Invocation) throws -> any RecordStage {
    DropStage(try invocation.fields(of: fields), to: invocation.output)
  }

  func fields(after fields: [String], words: [String]) -> [String] {
    fields.filter { !words.contains($0) }
  }
}

private final class DropStage: FieldStage {
  private var fields: [RecordField]
  private var kept: [Int] = []
  private let output: Output

  init(_ fields: [RecordField], to output: Output) {
    self.fields = fields
    self.output = output
  }

  var requiredFields: [RecordField] { fields }

  func begin(_ columns: [Column], isList: Bool) throws {
    for index in fields.indices {
      fields[index].find(in: columns)
      guard fields[index].steps.isEmpty else {
        throw ShellError(
          .usage,
          "'\(fields[index].text)' is inside the field '\(columns[fields[index].column ?? 0].name)'",
          hint: "only whole fields can be dropped", word: fields[index].word)
      }
    }
    let dropped = fields.compactMap(\.column)
    kept = columns.indices.filter { !dropped.contains($0) }
    let names = kept.map { (columns[$0].name, columns[$0].name) }
    try output.columns(
      kept.map { columns[$0] }.keepingHints(Dictionary(names) { first, _ in first }),
      isList: isList)
  }

  func row(_ values: [CellValue]) throws {
    try output.row(kept.map { values[$0] })
  }
}
