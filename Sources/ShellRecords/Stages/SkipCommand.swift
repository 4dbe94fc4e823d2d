import ShellCommands
import ShellOutput

struct SkipCommand: StageCommand {
  let count = Argument<Int?>("N", "how many records to leave out, 1 unless given", in: 0...Int.max)
  var specification: CommandSpecification {
    CommandSpecification(
      "skip",
      abstract: "Leave out the first records",
      examples: [
        .init("products list --sort price | skip 3", "lists all but the three cheapest products")
      ],
      parameters: [count], changesData: false)
  }

  func stage(_ invocation: Invocation) -> any RecordStage {
    SkipStage(invocation[count] ?? 1, to: invocation.output)
  }
}

private final class SkipStage: ListingStage {
  private var rest: Int
  private let output: Output

  init(_ count: Int, to output: Output) {
    rest = count
    self.output = output
  }

  func begin(_ columns: [Column], isList: Bool) throws {
    try output.columns(columns)
  }

  func row(_ values: [CellValue]) throws {
    if rest > 0 { rest -= 1 } else { try output.row(values) }
  }
}
