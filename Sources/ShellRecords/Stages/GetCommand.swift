import ShellCommands
import ShellOutput

struct GetCommand: StageCommand {
  let field = Argument<String>("FIELD", "the field", completion: "fields")
  var specification: CommandSpecification {
    CommandSpecification(
      "get", abstract: "Write one field, a value a line",
      discussion: """
        The values are text without quotes; lists and records are JSON. No value is an empty line. A \
        stage after it gets records with this one field.
        """,
      examples: [.init("products list --all | get id", "lists the products' identifiers")],
      parameters: [field], changesData: false
    ).parsingOptions(.knownOnly)
  }

  func stage(_ invocation: Invocation) throws -> any RecordStage {
    let word = invocation.arguments.word(of: field.specification.name)
    guard !invocation[field].isEmpty else {
      throw invocation.usageError("a field's name is empty", at: field)
    }
    return GetStage(RecordField(invocation[field], word: word), to: invocation.output)
  }

  func fields(after fields: [String], words: [String]) -> [String] { Array(words.prefix(1)) }
}

private final class GetStage: FieldStage {
  private var field: RecordField
  private let output: Output

  init(_ field: RecordField, to output: Output) {
    self.field = field
    self.output = output
  }

  var requiredFields: [RecordField] { [field] }

  func begin(_ columns: [Column], isList: Bool) throws {
    field.find(in: columns)
    if output.feedsStage { try output.columns([Column(field.text)], isList: isList) }
  }

  func row(_ values: [CellValue]) throws {
    let value = field.value(in: values)
    if output.feedsStage { try output.row([value]) } else { try output.text(value.plainText) }
  }
}
