import ShellOutput

/// Writes the results of an `each` stage as one list, in the order of the input records.
@MainActor
final class EachResults {
  /// The input columns to put before each result.
  private let kept: [Column]
  private let output: Output
  private let command: String
  /// The columns of the last results.
  private var columns: [Column]?

  /// The error of a following stage, or of results that do not fit; nothing is written after it.
  private(set) var failure: (any Error)?

  init(to output: Output, keeping kept: [Column], of command: String) {
    self.output = output
    self.kept = kept
    self.command = command
    output.writer = command
  }

  /// Whether the last result is that of the first value of a text of JSON, and may become the first of a list.
  private var hasFirstValue = false

  /// Begins results with these fields, unless the previous results have the same.
  func begin(_ columns: [Column], isList: Bool, isFirstValue: Bool) throws {
    try passing {
      let names = kept.map(\.name)
      if let name = names.first(where: { name in columns.contains { $0.name == name } }) {
        throw ShellError(
          .usage, "the results of '\(command)' have a field '\(name)' too",
          hint: "give the kept one another name: --keep FIELD=NAME")
      }
      let columns = kept + columns
      guard columns != self.columns || !isList else { return }
      if hasFirstValue ? isList : isFirstValue && !isList {
        try output.values(columns, areMore: isList)
      } else {
        try output.columns(columns, isList: isList)
      }
      hasFirstValue = isFirstValue && !isList
      self.columns = isList ? columns : nil
    }
  }

  func row(_ values: [CellValue], keeping kept: [CellValue], from origin: RecordOrigin?) throws {
    try passing {
      output.flow?.origin = origin
      try output.row(kept.isEmpty ? values : kept + values)
    }
  }

  func text(_ text: String) throws {
    try passing {
      guard kept.isEmpty else {
        throw ShellError(
          .usage, "--keep puts fields before records, and '\(command)' writes text")
      }
      columns = nil
      try output.text(text)
    }
  }

  private func passing(_ body: () throws -> Void) throws {
    if let failure { throw failure }
    do {
      // The stages behind each of several `each` that run each other hand on a record in one go.
      try StackRoom.check()
      try body()
    } catch {
      failure = error
      throw error
    }
  }
}
