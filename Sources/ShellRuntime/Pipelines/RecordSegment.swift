import ShellCommands
import ShellLanguage
import ShellOutput

/// The stages of one segment of a pipeline, each connected to the next.
@MainActor
final class RecordSegment {
  /// Where the results of the segment's source go.
  let target: CommandTarget

  private let flow: RecordFlow
  /// The stages in order, each with its output.
  private let links: [StageLink]
  /// The output of the last stage, or of the reader if there are no stages; nil for a command alone.
  private let lastOutput: Output?
  /// The stage that reads bytes at the segment's beginning; nil if it begins with a command.
  let reader: (any ByteStage)?

  /// The output of the reader; nil if the segment begins with a command.
  private let readerOutput: Output?

  /// Connects the stages.
  ///
  /// - Parameters:
  ///   - source: the segment's beginning.
  ///   - calls: the stages.
  ///   - end: where the results go.
  ///   - shell: the shell.
  /// - Throws: ``ShellError`` if a stage's arguments are wrong.
  init(
    _ source: PipelinePlan.Source, _ calls: [PipelinePlan.StageCall], to end: CommandTarget,
    _ shell: Shell
  ) throws {
    let flow = RecordFlow()
    var links: [StageLink] = []
    var target = end
    if case .command = source, calls.isEmpty, end.stage == nil {
      // A command alone writes its lists one by one.
    } else {
      target.flow = flow
    }
    var lastOutput: Output?
    for call in calls.reversed() {
      let output = try target.output(of: call.entry, call.arguments, call.words, shell)
      if lastOutput == nil { lastOutput = output }
      let link = try StageLink(call, output, host: shell)
      if let waiting = link.waiting { flow.waitingStages.insert(waiting, at: 0) }
      links.insert(link, at: 0)
      (target.stage, target.stageName) = (link, call.entry.path)
    }
    if case .reader(let call) = source {
      let output = try target.output(of: call.entry, call.arguments, call.words, shell)
      reader = try StageLink.reader(call, output, host: shell)
      readerOutput = output
    } else {
      reader = nil
      readerOutput = nil
    }
    // An error stays in the stream, and is thrown at the next write.
    flow.showResults = { [stream = end.destination.stream] in try? stream.flush() }
    self.flow = flow
    self.links = links
    self.target = target
    self.lastOutput = lastOutput ?? readerOutput
  }

  /// Waits until all stages can take more records.
  func room() async throws { try await flow.room() }

  /// Ends the stages in order, after the source has ended, and returns the result.
  func finish() async throws -> Records? {
    flow.origin = nil
    try readerOutput?.finish()
    for link in links { try await link.finish() }
    // The stages hold the flow.
    flow.waitingStages = []
    return lastOutput?.takeResult()
  }

  /// Ends the last list of a segment that failed: its rows stay.
  func abandon() {
    flow.cancel()
    try? lastOutput?.abandon()
  }
}

/// A stage of a pipeline with its output, which gives the stage's errors their place in the statement.
@MainActor
final class StageLink: RecordStage {
  private let stage: any RecordStage
  private let output: Output
  private let words: [Word]

  init(_ call: PipelinePlan.StageCall, _ output: Output, host: any CommandHost) throws {
    words = call.words
    self.output = output
    let invocation = Invocation(arguments: call.arguments, output: output, host: host)
    do {
      guard case .records(let make) = call.entry.stageRole?.kind else {
        throw StageRole.misplaced(call.entry.path)
      }
      stage = try make(invocation)
    } catch {
      throw Self.located(error, in: call.words)
    }
  }

  /// Creates the stage that reads bytes.
  static func reader(
    _ call: PipelinePlan.StageCall, _ output: Output, host: any CommandHost
  ) throws -> (any ByteStage)? {
    guard case .bytes(let make) = call.entry.stageRole?.kind else { return nil }
    do {
      return try make(Invocation(arguments: call.arguments, output: output, host: host))
    } catch {
      throw located(error, in: call.words)
    }
  }

  /// The stage, if it may need time.
  var waiting: (any WaitingStage)? { stage as? any WaitingStage }

  func begin(_ columns: [Column], isList: Bool) throws {
    do { try stage.begin(columns, isList: isList) } catch { throw located(error) }
  }

  func row(_ values: [CellValue]) throws {
    do { try stage.row(values) } catch { throw located(error) }
  }

  func end() throws {
    do { try stage.end() } catch { throw located(error) }
  }

  /// Ends the stage, waits until it has finished, and ends its output.
  func finish() async throws {
    do {
      try stage.end()
      try await waiting?.finish()
    } catch is OutputClosed {
      // A stage behind it needs no more records.
    } catch {
      throw located(error)
    }
    try output.finish()
  }

  private func located(_ error: any Error) -> any Error { Self.located(error, in: words) }

  /// Gives an error its place among the words of a stage; errors that end the shell or the command
  /// before stay as they are.
  static func located(_ error: any Error, in words: [Word]) -> any Error {
    switch error {
    case is OutputClosed, is CancellationError, is ShellExit, is ReportedFailure: error
    default: ShellError(error).located(in: words)
    }
  }
}
