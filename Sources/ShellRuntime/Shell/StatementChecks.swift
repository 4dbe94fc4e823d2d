package import ShellLanguage

/// Runs the statements that check something: `expect` and `test`.
@MainActor
package protocol StatementChecks: ShellPart {
  /// Checks a condition about the last response.
  ///
  /// - Throws: ``ShellError``, an `expectation` error if it is false.
  func check(_ condition: Parenthesis, in shell: Shell) throws

  /// Runs a block, and checks its outcome.
  ///
  /// - Parameters:
  ///   - expected: the outcome.
  ///   - shell: the shell.
  ///   - body: runs the block once.
  /// - Throws: ``ShellError``, an `expectation` error if the outcome is another one.
  func check(
    _ expected: Compound.ExpectedOutcome, in shell: Shell,
    body: @escaping @MainActor () async throws -> Void
  ) async throws

  /// Runs a test, once for each row of its table.
  ///
  /// - Parameters:
  ///   - name: the test's name.
  ///   - rows: the variables of each row; one empty row without a table.
  ///   - shell: the shell whose state the test begins with.
  ///   - body: runs the statements in a subshell.
  /// - Throws: ``ReportedFailure`` if the test has failed.
  func run(
    test name: Word, rows: [[(name: String, value: VariableValue)]], in shell: Shell,
    body: TestBody
  ) async throws
}

/// The statements of a test, which run in a subshell.
package struct TestBody {
  /// Runs the blocks of `before` and that of the test.
  package let run: @MainActor (Shell) async throws -> Void
  /// Runs the blocks of `after`.
  package let end: @MainActor (Shell) async throws -> Void
}
