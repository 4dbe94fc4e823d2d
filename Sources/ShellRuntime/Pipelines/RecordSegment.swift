import ShellCommands
import ShellLanguage
import ShellOutput
import ShellRecords

@MainActor
final class RecordSegment {
  let destination: Destination
  let reader: (any ByteStage)?

  private let flow: RecordFlow
  private let links: [Link]
  private let readerOutput: Output?

  private struct Link {
    let stage: any RecordStage
    /// Receives the records: the stage, or its gate.
    let entry: any RecordStage
    let output: Output
    let words: [Word]
  }

  init(
    _ source: PipelinePlan.Source, _ calls: [PipelinePlan.StageCall], to end: Destination,
    _ shell: Shell
  ) throws {
    let flow = RecordFlow(endedBy: shell.interrupts.flag)
    flow.outer = end.flow
    var links: [Link] = []
    var destination = end
    if !source.isOneList, calls.isEmpty, end.next == nil {
      // Without stages, a command writes each of its lists separately.
    } else {
      destination.flow = flow
    }
    for call in calls.reversed() {
      let (stage, output): (any RecordStage, Output)
      do {
        (stage, output) = try Self.make(call, to: destination, shell) { kind, invocation in
          guard case .records(let make) = kind else { throw StageRole.misplaced(call.entry.path) }
          return try make(invocation)
        }
      } catch {
        // The following stages retain the flow.
        flow.cancel()
        throw error
      }
      if let waiting = stage as? any WaitingStage { flow.waitingStages.insert(waiting, at: 0) }
      let entry = (stage as? any FieldStage).flatMap { FieldGate($0, in: flow) } ?? stage
      links.insert(Link(stage: stage, entry: entry, output: output, words: call.words), at: 0)
      destination.next = NextStage(entry, named: call.entry.path) { [words = call.words] in
        ShellError.located($0, in: words)
      }
    }
    if case .reader(let call) = source {
      (reader, readerOutput) = try Self.make(call, to: destination, shell) { kind, invocation in
        guard case .bytes(let make) = kind else { throw StageRole.misplaced(call.entry.path) }
        return try make(invocation)
      }
    } else {
      (reader, readerOutput) = (nil, nil)
    }
    self.flow = flow
    self.links = links
    self.destination = destination
  }

  private static func make<Stage>(
    _ call: PipelinePlan.StageCall, to destination: Destination, _ shell: Shell,
    _ make: (StageRole.Kind?, Invocation) throws -> Stage
  ) throws -> (Stage, Output) {
    let output = try shell.output(to: destination, of: call.entry, call.arguments, call.words)
    let invocation = Invocation(arguments: call.arguments, output: output, host: shell)
    do {
      return (try make(call.entry.stageRole?.kind, invocation), output)
    } catch {
      throw ShellError.located(error, in: call.words)
    }
  }

  /// The output of the last stage, or of the reader if there are no stages; nil for just a command.
  private var lastOutput: Output? { links.last?.output ?? readerOutput }

  /// Whether a filter is the reason that a terminal shows no records, if it shows none.
  ///
  /// A drawing itself says that it has no records.
  var hasDroppedAll: Bool {
    lastOutput?.isTerminalTable == true && lastOutput?.hasDrawing == false
      && links.contains { ($0.stage as? any FilteringStage)?.hasDroppedAll == true }
  }

  func room() async throws { try await flow.room() }

  /// Notes that the bytes come from a source without an end, such as a program.
  func beginEndless() { flow.isEndless = true }

  /// Ends the stages in order, after the source has ended, and returns the result.
  func finish() async throws -> Records? {
    flow.origin = nil
    try readerOutput?.finish()
    for link in links {
      do {
        try link.entry.end()
        try await (link.stage as? any WaitingStage)?.finish()
      } catch is OutputClosed {
        // A later stage needs no more records.
      } catch {
        throw ShellError.located(error, in: link.words)
      }
      try link.output.finish()
    }
    // The stages retain the flow.
    flow.waitingStages = []
    flow.outer = nil
    return lastOutput?.takeResult()
  }

  /// Passes on the records that the stages hold, if the source has failed, and not a stage.
  func release() async throws {
    guard !flow.hasFailed else { return }
    for link in links {
      do {
        try await link.entry.release()
      } catch is OutputClosed {
        // A later stage needs no more records.
      } catch {
        throw ShellError.located(error, in: link.words)
      }
    }
  }

  /// Ends the last list of a failed segment, whose rows stay, and stops the work of its stages.
  ///
  /// - Returns: the stages whose work has not ended yet.
  func abandon() -> [any WaitingStage] {
    let stages = flow.waitingStages
    flow.cancel()
    try? lastOutput?.abandon()
    return stages
  }
}

extension PipelinePlan.Source {
  /// Whether it writes a single list.
  fileprivate var isOneList: Bool {
    switch self {
    case .reader, .value: true
    case .command, .compound, .call: false
    }
  }
}
