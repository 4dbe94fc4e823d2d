import ShellCommands
import ShellOutput

struct FirstCommand: StageCommand {
  let count = Argument<Int?>("N", "how many records to keep, 1 unless given", in: 0...Int.max)
  var specification: CommandSpecification {
    CommandSpecification(
      "first",
      abstract: "Keep the first records",
      discussion: "The command before it ends as soon as there are enough.",
      examples: [
        .init("products list --sort price | first 3", "lists the three cheapest products")
      ],
      parameters: [count], changesData: false)
  }

  func stage(_ invocation: Invocation) -> any RecordStage {
    FirstStage(invocation[count] ?? 1, to: invocation.output)
  }
}

/// Passes on the first records, then ends the preceding command.
private final class FirstStage: ListingStage {
  private var rest: Int
  private let output: Output

  init(_ count: Int, to output: Output) {
    rest = count
    self.output = output
  }

  func begin(_ columns: [Column], isList: Bool) throws {
    try output.columns(columns)
    if rest == 0 { throw OutputClosed() }
  }

  func row(_ values: [CellValue]) throws {
    rest -= 1
    try output.row(values)
    if rest == 0 { throw OutputClosed() }
  }
}
