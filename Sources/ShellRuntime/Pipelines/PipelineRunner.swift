import CoreSystem
import Glibc
import ShellLanguage
import ShellOutput

/// Runs statements: lists of pipelines, each a command with the programs and the file that receive
/// its results.
@MainActor
final class PipelineRunner {
  private let state: ShellState
  private let commands: CommandRunner

  init(_ state: ShellState, commands: CommandRunner) {
    self.state = state
    self.commands = commands
  }

  /// Runs a list of pipelines, and reports each failure where it happens.
  ///
  /// Pipelines joined by `&&` and `||` fail as a whole. A failure before `;` ends the list if
  /// failures end the script.
  ///
  /// - Throws: ``ShellExit`` if a command ends the shell, ``OutputClosed`` if the reader of the
  ///   results is gone, ``ShellError/interrupted`` if the user interrupts.
  func run(_ list: CommandList, from source: any StatementSource) async throws {
    try await run(list.first, from: source)
    for continuation in list.rest {
      let hasFailed = state.variables.status != .success
      if state.isInterrupted {
        if hasFailed { break }
        throw ShellError.interrupted
      }
      switch continuation.connector {
      case .and where hasFailed: continue
      case .or where !hasFailed: continue
      case .sequence where hasFailed:
        source.note(state.variables.status)
        if source.stopsAtFailure { return }
      default: break
      }
      try await run(continuation.pipeline, from: source)
    }
    source.note(state.variables.status)
  }

  /// Runs a list without suspending if it is a single command that never waits.
  ///
  /// - Returns: whether it was run.
  /// - Throws: as ``run(_:from:)``.
  func runAtOnce(_ list: CommandList, from source: any StatementSource) throws -> Bool {
    guard list.isOneCommand else { return false }
    do {
      let words = try state.expand(list.first.command)
      guard try commands.runAtOnce(words, to: state.destination) else { return false }
      if state.variables.status != .success { state.variables.status = .success }
    } catch {
      try fail(error, in: list.first, of: source)
    }
    return true
  }

  private func run(_ pipeline: Pipeline, from source: any StatementSource) async throws {
    do {
      if pipeline.isOneCommand {
        try await commands.run(try state.expand(pipeline.command), to: state.destination)
      } else {
        try await runStages(of: pipeline, from: source)
      }
      state.variables.status = .success
    } catch {
      try fail(error, in: pipeline, of: source)
    }
  }

  /// Reports why a pipeline failed.
  ///
  /// - Throws: what ends the shell.
  private func fail(
    _ error: any Error, in pipeline: Pipeline, of source: any StatementSource
  ) throws {
    switch error {
    case is ShellExit, is OutputClosed:
      throw error
    case let failure as ReportedFailure:
      state.variables.status = failure.status
    default:
      let error = ShellError(error)
      // Cancelling a form cancels the whole statement.
      if error.code == .interrupted, state.formConsole != nil { state.interrupts.raiseFlag() }
      state.variables.status = error.status
      source.report(error, in: state.variables.withArguments(state.unaliased(pipeline.command)))
      if state.interrupts.termination.isRequested { throw ShellExit(status: error.status) }
    }
  }

  /// Runs a pipeline that has programs or ends in a file.
  ///
  /// The error of its last failing stage is thrown, those of stages before it are reported. That a
  /// stage stops reading early is no failure of the stages before it.
  private func runStages(of pipeline: Pipeline, from source: any StatementSource) async throws {
    let command = try state.expand(pipeline.command)
    let programs = try pipeline.stages.map { words in
      try words.flatMap { try state.variables.words(of: $0).map(\.text) }
    }
    for (program, words) in zip(programs, pipeline.stages) where program.isEmpty {
      throw ShellError(.usage, "no program to run: $@ is empty").spanning(words)
    }
    var file: OutputFile?
    if let redirection = pipeline.redirection(.output) {
      file = try await OutputFile(redirection, state)
    }
    defer { file?.close() }
    guard !programs.isEmpty else {
      guard let file else { return }
      return try await run(command, to: file.descriptor, named: "'\(file.name)'")
    }

    // Programs write directly to the terminal, so results held back for paging go first.
    try state.destination.stream.showNow()
    let output = file?.descriptor ?? state.outlet?.descriptor ?? STDOUT_FILENO
    let chain = try await ProgramChain(programs, at: pipeline.stages, output: output)
    // The programs missed a Ctrl-C that came before they started.
    if state.isInterrupted { chain.interrupt() }
    var failure: (any Error)?
    do {
      try await run(command, toPipe: chain.input)
    } catch is OutputClosed {
      // The program has read all it wants.
    } catch {
      failure = error
    }
    let failures = try await chain.failures(
      interrupts: state.interrupts, isAtPrompt: state.prompt != nil)
    if let exit = failure as? ShellExit { throw exit }
    if state.isInterrupted { throw ShellError.interrupted }
    for next in failures {
      if let failure { try fail(failure, in: pipeline, of: source) }
      failure = next
    }
    if let failure { throw failure }
  }

  private func run(_ words: [Word], toPipe input: Int32) async throws {
    defer { close(input) }
    try await run(words, to: input, named: "the next program")
  }

  private func run(_ words: [Word], to descriptor: Int32, named name: String) async throws {
    let stream = ByteStream(
      to: DescriptorSink(descriptor: descriptor, name: name) { [flag = state.interrupts.flag] in
        flag.isRaised
      })
    let outer = state.outlet
    state.outlet = (Destination(stream), descriptor)
    defer { state.outlet = outer }
    do {
      try await commands.run(words, to: Destination(stream))
    } catch {
      try? stream.flush()
      throw error
    }
    try stream.flush()
  }
}

/// The source of the statements that run: a script, or a user who types them.
@MainActor
protocol StatementSource: AnyObject {
  /// Whether the first failure ends the run.
  var stopsAtFailure: Bool { get }

  /// Reports why a command of the current statement failed.
  ///
  /// - Parameters:
  ///   - error: the reason.
  ///   - words: the command's words as written.
  func report(_ error: ShellError, in words: [Word])

  /// Records the status of a finished command.
  func note(_ status: ExitStatus)
}
