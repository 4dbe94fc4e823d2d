import ShellCommands
import ShellOutput

struct LastCommand: StageCommand {
  let count = Argument<Int?>("N", "how many records to keep, 1 unless given", in: 0...Int.max)
  var specification: CommandSpecification {
    CommandSpecification(
      "last",
      abstract: "Keep the last records",
      examples: [
        .init("products list --sort price | last 3", "lists the last three products of the page")
      ],
      parameters: [count], changesData: false)
  }

  func stage(_ invocation: Invocation) throws -> any RecordStage {
    let count = invocation[count] ?? 1
    let limit = GatherLimit(stage: "last", limit: invocation.gatherLimit)
    return LastStage(count, limit, to: invocation.output)
  }
}

/// Holds the last records, and passes them on at the end.
private final class LastStage: RecordStage {
  private let count: Int
  private var columns: [Column]?
  /// The last records, with their columns; once there are enough, each new record replaces the oldest.
  private var records: [(columns: [Column], values: [CellValue])] = []
  private var oldest = 0
  private let limit: GatherLimit
  private let output: Output

  init(_ count: Int, _ limit: GatherLimit, to output: Output) {
    self.count = count
    self.limit = limit
    self.output = output
  }

  func begin(_ columns: [Column], isList: Bool) throws { self.columns = columns }

  func row(_ values: [CellValue]) throws {
    guard let columns else { return }
    if records.count < count {
      try limit.check(records.count + 1)
      records.append((columns, values))
    } else if count > 0 {
      records[oldest] = (columns, values)
      oldest = (oldest + 1) % count
    }
  }

  func end() throws {
    guard let columns else { return }
    var last = records.isEmpty ? columns : records[oldest].columns
    try output.columns(last)
    for (columns, values) in records[oldest...] + records[..<oldest] {
      if columns != last { try output.columns(columns) }
      last = columns
      try output.row(values)
    }
  }

  func release() throws { try end() }
}
