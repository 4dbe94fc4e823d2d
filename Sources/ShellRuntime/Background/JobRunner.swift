import CoreEvents
import CoreSystem
import ShellCommands
import ShellLanguage
import ShellOutput

/// Runs statements as jobs, each in a subshell.
@MainActor
final class JobRunner {
  private unowned let state: ShellState
  private let secrets: SecretGuard
  private let makeSubshell: Subshell.Maker

  init(_ state: ShellState, secrets: SecretGuard, makeSubshell: @escaping Subshell.Maker) {
    self.state = state
    self.secrets = secrets
    self.makeSubshell = makeSubshell
  }

  /// Starts a statement as a job.
  ///
  /// - Parameters:
  ///   - list: the statement.
  ///   - text: the statement as the user wrote it.
  func start(_ list: CommandList, text: String) throws {
    let output = HeldOutput()
    let subshell = subshell(to: output)
    let job = state.jobs.add(of: .user, text: secrets.masked(text), output: output)
    job.cancel = { [weak subshell] in subshell?.state.interrupts.raise() }
    // The job's cancel function ends the task.
    Task { await self.run(list, text: text, in: subshell, as: job) }
  }

  /// Creates a subshell whose commands print to a job's output.
  func subshell(to output: HeldOutput) -> Subshell {
    let streams = StandardStreams(output: output, errors: output)
    let console = ScriptConsole(
      streams: streams, settings: state.settings, scriptIsInput: false, reader: nil)
    return makeSubshell(state, streams, console)
  }

  /// Runs a statement in a subshell to its end.
  @discardableResult
  func run(
    _ list: CommandList, text: String, in subshell: Subshell, as job: Job
  ) async -> ExitStatus {
    let source = JobStatement(text: text, subshell.state)
    var status = ExitStatus.success
    do {
      try await subshell.pipelines.run(list, from: source)
      status = source.status
    } catch let exit as ShellExit {
      status = exit.status
    } catch is OutputClosed {
      // The reader of the results is gone.
    } catch {
      status = ShellError(error).status
    }
    try? subshell.state.streams.flush()
    job.end(status)
    return status
  }
}

/// The statement of a job.
@MainActor
final class JobStatement: StatementSource {
  let text: String
  private let errors: ErrorReporter
  /// The status of the first failure.
  private(set) var status = ExitStatus.success

  init(text: String, _ state: ShellState) {
    self.text = text
    errors = ErrorReporter(state: state, secrets: SecretGuard(state: state))
  }

  var stopsAtFailure: Bool { true }

  func report(_ error: ShellError, in words: [Word], format: OutputFormat?) {
    errors.report(error.located(in: words), format: format, source: text)
  }

  func note(_ status: ExitStatus) {
    if self.status == .success { self.status = status }
  }
}
