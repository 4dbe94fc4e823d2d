package import CoreSystem

/// The state shared by the pipeline stages between two programs.
@MainActor
package final class RecordFlow {
  /// The position at which the current record was read, if it comes from lines.
  package var origin: RecordOrigin?

  /// Whether the record or list that begins is the first value of a text of JSON, or the list of the others.
  package var areValues = false {
    didSet { outer?.areValues = areValues }
  }

  /// Whether the source has no end, such as a stream of events: nothing is held back then, and the first record
  /// decides which fields there are.
  package var isEndless = false {
    didSet { outer?.isEndless = isEndless }
  }

  /// The stages that may need time before they can accept more records, in order.
  package var waitingStages: [any WaitingStage] = []

  /// Whether a stage has thrown an error, which the command that writes the records then throws too.
  package private(set) var hasFailed = false

  /// The flow of the stages after the last one, if a block's pipeline feeds the stages behind the block.
  package var outer: RecordFlow?

  /// Whether a stage may need time.
  var isWaiting: Bool { !waitingStages.isEmpty || outer?.isWaiting == true }

  private let interrupt: SharedFlag?

  /// - Parameter interrupt: raised when the statement is to end.
  package init(endedBy interrupt: SharedFlag? = nil) {
    self.interrupt = interrupt
  }

  /// Checks that the statement is not to end.
  ///
  /// An `Output` calls it for each record; a stage calls it in a loop that writes no records. It costs one
  /// relaxed load.
  ///
  /// - Throws: `CancellationError` after Ctrl-C.
  package func checkInterruption() throws {
    if let interrupt, interrupt.isRaised { throw CancellationError() }
  }

  func noteFailure() { hasFailed = true }

  /// Waits until all stages can accept more records.
  package func room() async throws {
    for stage in waitingStages { try await stage.room() }
    try await outer?.room()
  }

  /// Waits until all stages after a stage can accept more records.
  package func room(after stage: any WaitingStage) async throws {
    guard let index = waitingStages.firstIndex(where: { $0 === stage }) else { return }
    for stage in waitingStages[(index + 1)...] { try await stage.room() }
    try await outer?.room()
  }

  /// Stops the work of all stages, since the pipeline has failed.
  package func cancel() {
    for stage in waitingStages { stage.cancel() }
    waitingStages = []
  }
}

/// The position at which a record was read.
package struct RecordOrigin: Sendable, Equatable {
  /// The file's name, if the record comes from a file.
  package var file: String?

  /// The number of the record's first line, counted from 1.
  package var line: Int

  package init(file: String?, line: Int) {
    self.file = file
    self.line = line
  }
}

/// The pipeline stage that receives an output's records.
@MainActor
package final class NextStage {
  let stage: any RecordStage
  /// The stage's name, for errors.
  package let name: String
  /// Adds the position in the statement to an error of the stage.
  let locate: (any Error) -> any Error
  /// Whether text goes to the destination's stream; otherwise it is an error.
  package var takesText = false

  package init(
    _ stage: any RecordStage, named name: String = "the next stage",
    locate: @escaping (any Error) -> any Error = { $0 }
  ) {
    self.stage = stage
    self.name = name
    self.locate = locate
  }
}
