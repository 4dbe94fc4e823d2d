import ShellLanguage

/// Leaves the blocks up to a loop or a definition.
package enum BlockExit: Error {
  case breakLoop
  case continueLoop
  case returned(VariableValue?)
  /// `skip` leaves a test, for this reason.
  case skipped(String)
}

/// Runs the statements of blocks.
@MainActor
protocol StatementRunner {
  /// Runs a statement without suspending; returns false if it may suspend.
  func runAtOnce(_ list: CommandList, from source: any StatementSource) throws -> Bool

  /// Runs a statement.
  func run(_ list: CommandList, from source: any StatementSource) async throws

  /// Runs a pipeline, and returns its records, the lines of its last program, or the value of a definition; `keeper`
  /// is the word that keeps them.
  func collect(
    _ pipeline: Pipeline, for keeper: String, from source: any StatementSource
  ) async throws -> (value: VariableValue?, areLines: Bool)

  /// Returns the runner for a subshell.
  func runner(in shell: Shell) -> any StatementRunner
}
