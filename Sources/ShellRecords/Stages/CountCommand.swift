import ShellCommands
import ShellOutput

struct CountCommand: StageCommand {
  var specification: CommandSpecification {
    CommandSpecification(
      "count",
      abstract: "Count the records",
      examples: [.init("products list --all | count", "shows how many products there are")],
      parameters: [], changesData: false)
  }

  func stage(_ invocation: Invocation) -> any RecordStage {
    CountStage(to: invocation.output)
  }

  func fields(after fields: [String], words: [String]) -> [String] { ["count"] }
}

private final class CountStage: RecordStage {
  private var count = 0
  private let output: Output

  init(to output: Output) {
    self.output = output
  }

  func begin(_ columns: [Column], isList: Bool) {}

  func row(_ values: [CellValue]) {
    count += 1
  }

  func end() throws {
    try output.record([Column("count")], [.integer(count)])
  }
}
