import ShellCommands
import ShellLanguage
import ShellOutput
import ShellRuntime

/// Runs one test in a subshell, which begins with a copy of the shell's state.
@MainActor
struct TestRun {
  let name: String
  let row: [(name: String, value: VariableValue)]
  let body: TestBody
  /// How long the test may take.
  let limit: Duration

  /// Runs the test with certain outputs.
  func run(in outer: Shell, streams: StandardStreams, console: any Console) async throws
    -> TestOutcome
  {
    let shell = Shell(subshellOf: outer, streams: streams, console: console)
    for (name, value) in row { shell.set(name, to: value) }
    let held = HeldFailures()
    shell.scope.heldFailures = held
    let outcome = try await outcome(in: shell, held)
    held.release(to: nil)
    try shell.streams.flush()
    return outcome
  }

  private func outcome(in shell: Shell, _ held: HeldFailures) async throws -> TestOutcome {
    var outcome = try await attempt(in: shell, held) { try await body.run(shell) }
    shell.interrupts.reset()
    // After a failure and at the end of the time, too.
    let end = try await attempt(in: shell, held) { try await body.end(shell) }
    if outcome == .passed || outcome.isSkipped, end != .passed { outcome = end }
    return outcome
  }

  private func attempt(
    in shell: Shell, _ held: HeldFailures, _ body: @escaping @MainActor () async throws -> Void
  ) async throws -> TestOutcome {
    let interrupts = shell.interrupts
    let task = Task {
      try await withTaskCancellationHandler {
        // The last response of a test is not that of the script.
        try await StatementAnswers.$current.withValue(nil) {
          try await shell.bound {
            try await shell.host.background.run(in: shell) { try await body() }
          }
        }
      } onCancel: {
        interrupts.raise()
      }
    }
    let timer = Task { [limit, clock = shell.host.clock] in
      try await clock.sleep(for: limit)
      task.cancel()
      return true
    }
    let result = await withTaskCancellationHandler {
      await task.result
    } onCancel: {
      task.cancel()
    }
    timer.cancel()
    if Task.isCancelled { throw ShellError.interrupted }
    let isLate = await (try? timer.value) == true
    do {
      try result.get()
      return .passed
    } catch BlockExit.skipped(let reason) {
      return .skipped(reason)
    } catch is ShellExit {
      return .broken("'exit' cannot end a test", isReported: false)
    } catch _ where isLate {
      return .broken("it has not ended in \(limit.components.seconds) s", isReported: false)
    } catch is ReportedFailure {
      let last = held.last
      return last?.code == .expectation
        ? .failed
        : .broken(last?.message ?? "a command has failed", isReported: last != nil)
    } catch let error as any ShellErrorConvertible {
      return .broken(error.shellError.message, isReported: false)
    }
  }
}

/// How a test has ended.
enum TestOutcome: Equatable {
  case passed
  /// An expectation was not met.
  case failed
  /// Something else has failed.
  case broken(String, isReported: Bool)
  /// It was not run, for this reason.
  case skipped(String)

  var isSkipped: Bool { if case .skipped = self { true } else { false } }
}
