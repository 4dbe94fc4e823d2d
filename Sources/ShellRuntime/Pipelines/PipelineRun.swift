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
  let pipeline: Pipeline
  let source: any StatementSource
  let runner: any StatementRunner
  /// Whether the collected records are the lines of a program.
  private(set) var collectsLines = false
  /// The value that a definition has returned, if nothing else has processed it.
  var returned: VariableValue?

  var descriptors: Set<Int32> = []
  var chains: [ProgramChain] = []
  var links: [Link] = []
  /// The tasks that run the segments of records.
  var tasks: [Task<[any Error], Never>] = []
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

  /// Receives the records instead of the output, if `let` or `for` keeps them.
  let collector: RecordCollector?

  init(
    _ pipeline: Pipeline, _ shell: Shell, from source: any StatementSource,
    by runner: any StatementRunner, collector: RecordCollector? = nil
  ) throws {
    self.pipeline = pipeline
    self.shell = shell
    self.source = source
    self.runner = runner
    self.collector = collector
    var plan = try PipelinePlan(pipeline, shell)
    if collector != nil { collectsLines = try plan.readLastLines(shell) }
    self.plan = plan
    // Report an unknown command before anything else: 'SELECT * FROM products WHERE price < 10'.
    if pipeline.redirection(.input) != nil, case .records(.command(let words), _) = plan.segments[0]
    {
      _ = try CommandResolver(shell).entry(for: words)
    }
    if let collector, let output = pipeline.redirection(.output) {
      throw ShellError(.usage, "'\(collector.name)' keeps the records, so none go to a file")
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
    if plan.hasPrograms {
      let stream = shell.destination.stream
      if output == nil, plan.endsWithPrograms, shell.scope.programs == nil { try stream.endLine() }
      try stream.showNow()
    }
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
      for link in links { await abandon(link.segment, after: error) }
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
    for link in links where link.descriptor == descriptor { link.destination.stream.close() }
    if descriptors.remove(descriptor) != nil { _ = Glibc.close(descriptor) }
  }

  private func closeAll() {
    for writer in writers.values { writer.cancel() }
    for link in links {
      guard let descriptor = link.descriptor else { continue }
      if link.destination.stream.hasOpenLine { shell.host.openLines.note(descriptor) }
      link.destination.stream.close()
    }
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

extension PipelinePlan {
  fileprivate var hasPrograms: Bool {
    segments.contains { if case .programs = $0 { true } else { false } }
  }

  fileprivate var endsWithPrograms: Bool {
    if case .programs = segments.last { true } else { false }
  }
}
