import CoreLoop
import CoreSystem
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
  /// The requests that were sent, for errors.
  let requests: SentRequests
  /// How long the test may take.
  let seconds: Int

  /// Runs the test.
  ///
  /// - Parameter holdsErrors: whether its errors are in the result and nowhere else.
  func run(in outer: Shell, holdsErrors: Bool) async throws -> TestResult {
    let settings = outer.settings.ofRequests
    defer { outer.settings.ofRequests = settings }
    let shell = Shell(subshellOf: outer, streams: outer.streams, console: outer.console)
    for (name, value) in row { shell.set(name, to: value) }
    let held = HeldFailures()
    shell.scope.heldFailures = held
    let start = MonotonicTime.precise()
    var result = try await result(in: shell, held)
    result.seconds = Double(MonotonicTime.precise() - start) / 1e9
    try shell.streams.flush()
    let errors = shell.streams.errors
    showRequest(of: result, in: shell, held)
    let sink = MemorySink()
    if holdsErrors { shell.streams.errors = ByteStream(to: sink) }
    held.release(to: nil)
    shell.streams.errors = errors
    result.text = String(decoding: sink.bytes.prefix(OutputTail.limit), as: UTF8.self)
    return result
  }

  /// Adds the last request to an error of a command, or of the stage `expect`, which does not know it.
  private func showRequest(of result: TestResult, in shell: Shell, _ held: HeldFailures) {
    guard result.hasFailed, let error = held.last,
      let answer = try? LastAnswer(of: shell, requests)
    else { return }
    if error.code == .expectation {
      let isOfRecords = error.details.first?.hasPrefix("record ") == true
      // The records are its body.
      if isOfRecords { held.addToLast(details: Array(answer.details.prefix(2))) }
    } else if let status = answer.status, status >= 400 {
      held.addToLast(details: answer.details)
    }
  }

  private func result(in shell: Shell, _ held: HeldFailures) async throws -> TestResult {
    var result: TestResult
    do {
      result = try await attempt(in: shell, held) { try await body.run(shell) }
    } catch {
      // After Ctrl-C, too; a task of its own is not cancelled with this one.
      shell.interrupts.reset()
      _ = await Task { try await attempt(in: shell, held) { try await body.end(shell) } }.result
      throw error
    }
    shell.interrupts.reset()
    // After a failure and at the end of the time, too.
    let end = try await attempt(in: shell, held) { try await body.end(shell) }
    if !result.hasFailed, end.outcome != .passed { result = end }
    return result
  }

  private func attempt(
    in shell: Shell, _ held: HeldFailures, _ body: @escaping @MainActor () async throws -> Void
  ) async throws -> TestResult {
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
    let (result, isLate) = await task.result(within: .seconds(seconds), on: shell.host.clock)
    if Task.isCancelled { throw ShellError.interrupted }
    do {
      try result.get()
      return self.result(.passed)
    } catch BlockExit.skipped(let reason) {
      return self.result(.skipped, reason)
    } catch is ShellExit {
      return broken("'exit' cannot end a test", in: shell)
    } catch _ where isLate {
      return broken("the test has not ended in \(seconds) s", in: shell)
    } catch is ReportedFailure {
      guard let last = held.last else { return broken("a command has failed", in: shell) }
      return self.result(last.code == .expectation ? .failed : .error, last.message)
    } catch let error as any ShellErrorConvertible {
      return broken(error.shellError.message, in: shell)
    }
  }

  private func result(_ outcome: TestResult.Outcome, _ message: String = "") -> TestResult {
    TestResult(name: name, file: "", outcome: outcome, message: message)
  }

  /// Reports what no command has reported.
  private func broken(_ reason: String, in shell: Shell) -> TestResult {
    ErrorReporter(shell).report(ShellError(.failed, reason))
    return result(.error, reason)
  }
}
