import ShellCommands
package import ShellLanguage
import ShellOutput
import ShellRecords
package import ShellRuntime

/// Runs `expect` and `test`.
package final class Checks: StatementChecks {
  /// How long a test may take.
  private static let limit = Duration.seconds(60)

  package init() {}

  package func run(
    test name: Word, rows: [[(name: String, value: VariableValue)]], in shell: Shell,
    body: TestBody
  ) async throws {
    var hasFailed = false
    for row in rows {
      let run = TestRun(
        name: try shell.name(of: name, row), row: row, body: body, limit: Self.limit)
      let outcome = try await shell.interrupts.cancelling {
        try await run.run(in: shell, streams: shell.streams, console: shell.console)
      }
      switch outcome {
      case .passed: continue
      case .skipped(let reason): shell.report("skipped: \(run.name): \(reason)")
      case .failed: hasFailed = true
      case .broken(let reason, let isReported):
        hasFailed = true
        if !isReported {
          ErrorReporter(shell).report(
            ShellError(.failed, "the test '\(run.name)' has failed: \(reason)"))
        }
      }
    }
    if hasFailed { throw ReportedFailure(status: .failure) }
  }

  package func check(_ condition: Parenthesis, in shell: Shell) throws {
    let places = condition.places
    let range = (places.first?.lowerBound ?? 0)..<(places.last?.upperBound ?? 0)
    var expectation = try condition.located { () throws(ShellError) in
      try Expectation(condition.expression, in: shell.variables) { $0 }
    }
    var failure: ShellError?
    if condition.expression.usesFields {
      let response = try LastAnswer(of: shell)
      let fields = try response.fields(of: condition.expression)
      do throws(ShellError) {
        try expectation.resolve(in: fields.map { Column($0.name) })
        failure = expectation.difference(of: fields.map(\.value)).map(Self.error)
      } catch {
        failure = ShellError(.expectation, error.message, hint: error.hint)
      }
      failure = failure?.adding(details: response.details)
    } else {
      failure = expectation.difference().map(Self.error)
    }
    guard var failure else { return }
    failure.range = range
    throw failure
  }

  private static func error(_ difference: String) -> ShellError {
    ShellError(.expectation, "not as expected: \(difference)")
  }

  package func check(
    _ expected: Compound.ExpectedOutcome, in shell: Shell,
    body: @escaping @MainActor () async throws -> Void
  ) async throws {
    try await OutcomeCheck(expected, in: shell).run(body)
  }
}

extension Shell {
  /// The name of a test in a row of its table.
  fileprivate func name(
    of word: Word, _ row: [(name: String, value: VariableValue)]
  ) throws -> String {
    var scope = variables
    for (name, value) in row { scope.set(name, to: value) }
    return try scope.words(of: word).first?.text ?? ""
  }
}
