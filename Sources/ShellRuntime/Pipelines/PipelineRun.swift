import CoreSystem
import Glibc
import ShellCommands
import ShellLanguage
import ShellOutput

/// One run of a pipeline with several stages, or with files.
///
/// Segments of records run on the main actor and push their records. The bytes between them go through pipes,
/// which pumps read. Programs run in parallel.
@MainActor
final class PipelineRun {
  let shell: Shell
  let plan: PipelinePlan
  private let pipeline: Pipeline

  var descriptors: Set<Int32> = []
  var chains: [ProgramChain] = []
  var links: [Link] = []
  /// The writers for the pipes of a job, by descriptor.
  var writers: [Int32: WaitingWriter] = [:]

  struct Link {
    let source: PipelinePlan.Source
    let segment: RecordSegment
    let destination: Destination
    /// The output of programs in a sourced script, if it is not the statement's own.
    var descriptor: Int32?
    var pipe: Int32?
    /// Reads the output of the preceding program, or the segment's file; nil if it begins with a command, or
    /// directly follows another segment.
    var pump: BytePump?
    /// Whether the next segment reads this segment's bytes directly.
    var feedsNext = false
  }

  /// Receives the records instead of the output, if `let` keeps them.
  let collector: RecordCollector?

  init(
    _ pipeline: Pipeline, _ shell: Shell, collector: RecordCollector? = nil
  ) throws {
    self.pipeline = pipeline
    self.shell = shell
    self.collector = collector
    plan = try PipelinePlan(pipeline, shell)
    // Report an unknown command before anything else: 'SELECT * FROM products WHERE price < 10'.
    if pipeline.redirection(.input) != nil, case .records(.command(let words), _) = plan.segments[0]
    {
      _ = try CommandResolver(shell).entry(for: words)
    }
    guard collector != nil else { return }
    if case .programs(let programs) = plan.segments.last {
      throw ShellError(
        .usage, "'let' keeps records, and '\(programs.last?.texts.first ?? "")' writes bytes",
        hint: "write '| from json', '| from csv' or the like after it"
      ).spanning(programs.last?.words ?? [])
    }
    if let output = pipeline.redirection(.output) {
      throw ShellError(.usage, "'let' keeps the records, so none go to a file")
        .spanning([output.file])
    }
  }

  deinit {
    for descriptor in descriptors { _ = Glibc.close(descriptor) }
  }

  /// Runs the pipeline, and throws the error of the last failed stage; `report` gets the others.
  ///
  /// A stage that stops reading early does not make earlier stages fail.
  func run(reporting report: (any Error) throws -> Void) async throws {
    if let helped = plan.helped {
      let output = Output(.table, to: shell.destination)
      return try output.text(shell.host.help.text(of: helped, in: shell))
    }
    if let file = pipeline.redirection(.input), let name = plan.sourceName {
      throw ShellError(
        .usage, "'\(name)' reads no input, so '<' has no use",
        hint: "programs after '!' and 'from' read input"
      ).spanning([file.file])
    }
    let input = try await open(.input)
    let output = try await open(.output)
    // Programs write directly to the terminal, so print results held back for paging first.
    if plan.hasPrograms { try shell.destination.stream.showNow() }
    let wait = beginWait()
    defer { endWait(wait) }

    var failures: [any Error] = []
    do {
      let shared = try plan.hasPrograms ? shell.scope.programs?.descriptors() : nil
      try await connect(
        input: input, output: output,
        errors: ErrorFile.current?.descriptor(for: shell.streams) ?? shell.scope.errorDescriptor
          ?? shared?.errors)
      // The programs missed a Ctrl-C that arrived before they started.
      if shell.isInterrupted { for chain in chains { chain.interrupt() } }
      failures = try await runSegments()
    } catch {
      for link in links { link.segment.abandon() }
      closeAll()
      for chain in chains {
        chain.end()
        _ = try? await chain.failures(
          interrupts: shell.interrupts, isAtPrompt: shell.scope.prompt != nil)
      }
      throw error
    }
    closeAll()
    for chain in chains {
      failures += try await chain.failures(
        interrupts: shell.interrupts, isAtPrompt: shell.scope.prompt != nil)
    }
    // Print the programs' output before the output of later commands.
    shell.scope.programs?.drain()
    if let exit = failures.first(where: { $0 is ShellExit }) { throw exit }
    if shell.isInterrupted, !chains.isEmpty { throw ShellError.interrupted }
    for failure in failures.dropLast() { try report(failure) }
    if let last = failures.last { throw last }
  }

  private func open(_ kind: Redirection.Kind) async throws -> RedirectedFile? {
    guard let redirection = pipeline.redirection(kind) else { return nil }
    let file = try await RedirectedFile(redirection, shell)
    descriptors.insert(file.descriptor)
    return file
  }

  func close(_ descriptor: Int32) {
    writers[descriptor]?.cancel()
    if descriptors.remove(descriptor) != nil { _ = Glibc.close(descriptor) }
  }

  private func closeAll() {
    for writer in writers.values { writer.cancel() }
    for descriptor in descriptors { _ = Glibc.close(descriptor) }
    descriptors = []
  }

  /// Shows that the reader at the beginning of the pipeline is running; nothing if there are programs, which
  /// use the terminal.
  private func beginWait() -> ProgressScope.Wait? {
    guard let scope = ProgressScope.current else { return nil }
    if plan.hasPrograms { scope.pause() }
    guard case .records(.reader(let call), _) = plan.segments[0] else { return nil }
    return scope.begin(.command, ProgressUpdate(call.entry.path))
  }

  private func endWait(_ wait: ProgressScope.Wait?) {
    wait?.end()
    if plan.hasPrograms { ProgressScope.current?.resume() }
  }

  func openPipe() throws -> Pipe {
    let pipe = try Pipe()
    descriptors.formUnion([pipe.reading, pipe.writing])
    return pipe
  }
}

extension PipelineRun {
  /// Runs the segments of records concurrently; returns their failures, in order.
  private func runSegments() async throws -> [any Error] {
    let heads = links.indices.filter { index in
      index == 0 || !links[index - 1].feedsNext
    }
    var tasks: [Task<(any Error)?, Never>] = []
    defer { for task in tasks { task.cancel() } }
    for head in heads.dropFirst() {
      tasks.append(Task.immediate { await self.failure(of: head) })
    }
    var failures: [any Error] = []
    if let head = heads.first, case .records = plan.segments[0] {
      if let failure = await failure(of: head) { failures.append(failure) }
    } else if let head = heads.first {
      tasks.insert(Task.immediate { await self.failure(of: head) }, at: 0)
    }
    if !failures.isEmpty, shell.isInterrupted { for task in tasks { task.cancel() } }
    for task in tasks {
      let failure = try await shell.interrupts.cancelling {
        await withTaskCancellationHandler {
          await task.value
        } onCancel: {
          task.cancel()
        }
      }
      if let failure { failures.append(failure) }
    }
    return failures
  }

  /// Runs a segment of records and the segments that it feeds directly; returns their failure, if any.
  private func failure(of head: Int) async -> (any Error)? {
    var last = head
    while links[last].feedsNext { last += 1 }
    defer {
      if let pipe = links[last].pipe { close(pipe) }
      if head > 0, let pump = links[head].pump { close(pump.descriptor) }
    }
    do {
      do {
        try await runSource(of: links[head])
      } catch is OutputClosed {
        // The following stages need no more records, or the next program has stopped reading.
      }
      for index in head...last {
        if index > head { try endReader(of: index) }
        do {
          try await finish(links[index])
        } catch is OutputClosed where links[index].feedsNext {
          // The reader needs no more bytes.
        }
      }
      return nil
    } catch is OutputClosed where links[last].pipe != nil {
      return nil
    } catch {
      for index in head...last {
        links[index].segment.abandon()
        try? links[index].flush()
      }
      return error
    }
  }

  /// Ends the reader of a segment, after the preceding segment has flushed its bytes into it.
  private func endReader(of index: Int) throws {
    if links[index - 1].destination.stream.failure is OutputClosed { return }
    do {
      try links[index].segment.reader?.end()
    } catch is OutputClosed {
      // The following stages need no more records.
    }
  }

  private func runSource(of link: Link) async throws {
    if case .value(let value, let word) = link.source {
      return try write(value, of: word, from: link)
    }
    guard case .command(let words) = link.source else {
      try await link.pump?.run(isInterrupted: { shell.isInterrupted })
      return
    }
    if let next = link.segment.destination.next, words[0].text == "source" {
      throw ShellError(
        .usage, "'source' passes no records on to '\(next.name)'",
        hint: "pipe the results of the commands in the script", word: 0)
    }
    let outer = shell.scope.outlet
    if let descriptor = link.descriptor { shell.scope.outlet = (link.destination, descriptor) }
    defer { shell.scope.outlet = outer }
    try await CommandRunner(shell).run(words, to: link.segment.destination)
  }

  private func write(_ value: VariableValue, of word: Word, from link: Link) throws {
    let output = shell.output(to: link.segment.destination, named: "the variable")
    do {
      try ShownValue(value: value).write(to: output)
      try output.finish()
    } catch {
      throw error is OutputClosed ? error : ShellError(error).spanning([word])
    }
    if let result = output.takeResult(), collector == nil { shell.variables.result = result }
  }

  private func finish(_ link: Link) async throws {
    let result = try await shell.interrupts.cancelling { try await link.segment.finish() }
    try link.flush()
    if let writer = link.descriptor.flatMap({ writers[$0] }) {
      try await shell.interrupts.cancelling { try await writer.drained() }
    }
    if let result, collector == nil { shell.variables.result = result }
  }
}

extension PipelineRun.Link {
  /// Writes the buffered bytes of the segment's stream, unless it is the statement's own stream.
  @MainActor
  fileprivate func flush() throws {
    if descriptor != nil || feedsNext {
      try destination.stream.flush()
    } else if let failure = destination.stream.failure {
      throw failure
    }
  }
}

extension PipelinePlan {
  fileprivate var hasPrograms: Bool {
    segments.contains { if case .programs = $0 { true } else { false } }
  }
}
