import ShellCommands
import ShellOutput

struct ToCommand: StageCommand {
  let format = Argument<OutputFormat>("FORMAT", "the format to write")
  var specification: CommandSpecification {
    CommandSpecification(
      "to",
      abstract: "Write records in a format",
      discussion: "A list stays a list, and a single record a single one.",
      examples: [
        .init("products list | to csv", "writes the products as CSV"),
        .init("products list | to jsonl | cat", "sends a program JSON instead of TSV"),
      ],
      parameters: [format], changesData: false)
  }

  func stage(_ invocation: Invocation) throws -> any RecordStage {
    ToStage(try invocation.output.writing(invocation[format]))
  }

  func fields(after fields: [String], words: [String]) -> [String] { [] }
}

extension OutputFormat: ParameterValue {}

private final class ToStage: RecordStage {
  private let output: Output

  init(_ output: Output) { self.output = output }

  func begin(_ columns: [Column], isList: Bool) throws {
    try output.columns(columns, isList: isList)
  }

  func row(_ values: [CellValue]) throws { try output.row(values) }

  func end() throws { try output.finish() }
}
