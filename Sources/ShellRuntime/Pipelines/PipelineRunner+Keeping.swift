import ShellLanguage
import ShellOutput

extension PipelineRunner {
  /// Runs `let NAME = COMMAND…`, and keeps the records.
  func run(
    _ binding: (name: String, pipeline: Pipeline, isSecret: Bool), from source: any StatementSource
  ) async throws {
    do {
      if let meaning = shell.variables.reservedMeaning(of: binding.name) {
        throw ShellError(
          .usage, "'\(binding.name)' cannot be set: \(meaning)", hint: "choose another name")
      }
      let kept = try await collect(binding.pipeline, for: "let", from: source)
      guard let value = kept.value else {
        throw ShellError(.failed, "there are no records to keep in $\(binding.name)")
      }
      shell.set(
        binding.name, to: kept.areLines ? value.joinedLines : value,
        isSecret: binding.isSecret || shell.isSecret(binding.pipeline.command[0]))
      shell.variables.status = .success
    } catch {
      try fail(error, in: binding.pipeline, of: source)
    }
  }

  /// Runs a pipeline, and keeps its records, the lines of its last program, or the value that a definition returns.
  ///
  /// - Parameters:
  ///   - pipeline: the pipeline.
  ///   - keeper: the word that keeps them, for errors.
  ///   - source: the source of the statement.
  func collect(
    _ pipeline: Pipeline, for keeper: String, from source: any StatementSource
  ) async throws -> (value: VariableValue?, areLines: Bool) {
    let collector = RecordCollector(for: keeper, limit: shell.settings.gatherLimit)
    let postponedBefore = shell.scope.postponedCount
    let run = try PipelineRun(
      pipeline, shell, from: source, by: self, collector: collector)
    try await run.run { error in try fail(error, in: pipeline, of: source) }
    // A write that waits in the queue has no result yet.
    if run.collectsLines || shell.scope.postponedCount > postponedBefore { collector.endEmpty() }
    if let value = run.returned { return (value, false) }
    guard let records = collector.records else { return (nil, false) }
    if run.collectsLines {
      let lines = records.rows.map { CellValue.untyped($0[0].plainText) }
      return (.value(.list(lines)), true)
    }
    return (.records(records), false)
  }
}
