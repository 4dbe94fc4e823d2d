package import ShellCommands
package import ShellLanguage
import ShellOutput
import ShellRecords
package import ShellRuntime

/// Runs `expect` and `test`.
package final class Checks: StatementChecks {
  /// How long a test of a script may take, in seconds.
  private static let seconds = 60

  /// The requests of tests, for the errors of expectations.
  private let requests: SentRequests
  /// Runs the files of the command `test`; without it, that command fails.
  private let program: TestProgram?
  /// Receives the results of a file's tests; nil to report failures as errors.
  private let reporter: TestReporter?
  /// Keeps what a test begins with besides the state of the shell, and returns what puts it back.
  private let keep: Keeper
  /// Whether a test is running.
  private var isTesting = false
  /// The request and the answer that an error has shown last.
  private var shownDetails: [String] = []

  package typealias Keeper = @MainActor () throws -> @MainActor () throws -> Void

  /// - Parameters:
  ///   - program: runs the files of the command `test`; without it, that command fails.
  ///   - reporter: receives the results if this process runs the tests of a file.
  ///   - requests: receives the requests that are sent.
  ///   - keep: keeps what a test begins with besides the state of the shell, and returns what puts it back.
  package init(
    program: TestProgram? = nil, reporter: TestReporter? = nil,
    requests: SentRequests = SentRequests(), keeping keep: @escaping Keeper = { {} }
  ) {
    self.program = program
    (self.reporter, self.requests, self.keep) = (reporter, requests, keep)
  }

  package var commands: [BuiltInCommand] {
    [
      .init("test") { [program, isInTest = reporter != nil] in
        TestCommand(program: program, isInTest: isInTest)
      },
      .init(ExpectSchemaCommand.name) { [requests] in ExpectSchemaCommand(requests: requests) },
    ]
  }

  package var completionSources: [CompletionSource] { [] }

  package func run(
    test name: Word, rows: [[(name: String, value: VariableValue)]], in shell: Shell,
    body: TestBody
  ) async throws {
    guard !isTesting else {
      throw ShellError(.failed, "a test cannot be run inside of another one")
    }
    isTesting = true
    requests.isKept = true
    defer {
      isTesting = false
      requests.isKept = false
    }
    shownDetails = []
    var hasFailed = rows.isEmpty
    if rows.isEmpty { try reportNoRows(of: name, in: shell) }
    for row in rows {
      let name = try shell.name(of: name, row)
      let place = shell.scope.scriptPlace?()
      guard reporter?.begin(name, line: place?.line ?? 0) ?? true else { continue }
      let putBack = try keep()
      let run = TestRun(
        name: name, row: row, body: body, requests: requests,
        seconds: reporter?.settings.seconds ?? Self.seconds)
      var result: TestResult
      do {
        result = try await shell.interrupts.cancelling {
          try await run.run(in: shell, holdsErrors: self.reporter != nil)
        }
      } catch {
        try putBack()
        throw error
      }
      try putBack()
      if let reporter {
        result.file = place?.name ?? ""
        reporter.end(result)
        continue
      }
      if result.outcome == .skipped { shell.report("skipped: \(name): \(result.message)") }
      if result.hasFailed {
        shell.report("the test '\(name)' has failed")
        hasFailed = true
      }
    }
    if hasFailed, reporter == nil { throw ReportedFailure(status: .failure) }
  }

  private func reportNoRows(of name: Word, in shell: Shell) throws {
    let name = (try? shell.name(of: name, [])) ?? "a test"
    let problem = "the table of the test has no rows"
    guard let reporter else {
      return ErrorReporter(shell).report(ShellError(.failed, "\(name): \(problem)"))
    }
    guard reporter.begin(name, line: shell.scope.scriptPlace?().line ?? 0) else { return }
    reporter.end(TestResult(name: name, file: "", outcome: .error, message: problem))
  }

  package func check(_ condition: Parenthesis, in shell: Shell) throws {
    let places = condition.places
    let range = (places.first?.lowerBound ?? 0)..<(places.last?.upperBound ?? 0)
    var expectation = try condition.located { () throws(ShellError) in
      try Expectation(condition.expression, in: shell.variables) { $0 }
    }
    var failure: ShellError?
    if condition.expression.usesFields {
      let response = try LastAnswer(of: shell, requests)
      let fields = try response.fields(of: condition.expression)
      do throws(ShellError) {
        try expectation.resolve(in: fields.map { Column($0.name) })
        if let problem = MissingField.problem(in: condition.expression, of: fields) {
          failure = ShellError(.expectation, problem)
        } else {
          failure = expectation.difference(of: fields.map(\.value)).map(Self.error)
        }
      } catch {
        failure = ShellError(.expectation, error.message, hint: error.hint)
      }
      // Those of the expectation on the line before are not repeated.
      let details = response.details
      let isRepeated = shell.scope.heldFailures?.last?.code == .expectation
      if failure != nil, !isRepeated || shownDetails != details {
        failure = failure?.adding(details: details)
        shownDetails = details
      }
    } else {
      failure = expectation.difference().map(Self.error)
    }
    guard var failure else { return }
    failure.range = range
    throw failure
  }

  private static func error(_ difference: Expectation.Difference) -> ShellError {
    ShellError(.expectation, "not as expected: \(difference.text)")
      .adding(details: difference.places)
  }

  package func check(
    _ expected: Compound.ExpectedOutcome, in shell: Shell,
    body: @escaping @MainActor () async throws -> Void
  ) async throws {
    try await OutcomeCheck(expected, in: shell, requests).run(body)
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
