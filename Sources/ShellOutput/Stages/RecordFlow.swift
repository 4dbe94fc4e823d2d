/// What the stages of a pipeline share between two programs.
@MainActor
package final class RecordFlow {
  /// Where the current record was read; nil if it was not read from lines.
  package var origin: RecordOrigin?

  /// The stages that may need time before they can take more records, in order.
  package var waitingStages: [any WaitingStage] = []

  /// Shows what the stages have written so far; a stage calls it before it waits.
  package var showResults: @MainActor () -> Void = {}

  /// Creates the flow of a pipeline.
  package init() {}

  /// Waits until all stages can take more records.
  package func room() async throws {
    for stage in waitingStages { try await stage.room() }
  }

  /// Waits until all stages that follow one can take more records.
  package func room(after stage: any WaitingStage) async throws {
    guard let index = waitingStages.firstIndex(where: { $0 === stage }) else { return }
    for stage in waitingStages[(index + 1)...] { try await stage.room() }
  }

  /// Ends the work of all stages, since the pipeline has failed.
  package func cancel() {
    for stage in waitingStages { stage.cancel() }
    waitingStages = []
  }
}

/// The place where a record was read.
package struct RecordOrigin: Sendable, Equatable {
  /// The file's name; nil for a program or standard input.
  package var file: String?

  /// The number of the record's first line, counted from 1.
  package var line: Int

  /// Creates a place.
  package init(file: String?, line: Int) {
    self.file = file
    self.line = line
  }
}
