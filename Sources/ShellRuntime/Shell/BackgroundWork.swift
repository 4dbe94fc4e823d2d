package import ShellLanguage
package import ShellOutput

/// Runs statements in the background: jobs and rules.
@MainActor
package protocol BackgroundWork: ShellPart {
  /// Runs a statement that includes everything up to `;`, given its text.
  typealias Runner =
    @MainActor (
      _ list: CommandList, _ text: String, _ shell: Shell
    ) async throws -> Void

  /// Its statements that begin with a keyword.
  var statements: [Keyword: Runner] { get }

  /// Starts a statement as a job, for `&`.
  ///
  /// - Parameters:
  ///   - list: the statement.
  ///   - text: the statement as typed.
  ///   - shell: the shell whose variables and settings the job copies.
  /// - Throws: ``ShellError`` if the statement would have no effect in a job.
  func start(_ list: CommandList, text: String, in shell: Shell) throws

  /// Runs statements of a subshell, whose jobs and rules end with them.
  func run(
    in shell: Shell, _ body: @MainActor () async throws -> Void
  ) async throws

  /// Why the user should not leave now, if something would be lost.
  var reasonToStay: String? { get }

  /// Called before a line is read at the prompt.
  func willReadLine()

  /// Removes the rules, and waits for runs and jobs at the end of a script; Ctrl-C cancels them.
  ///
  /// - Parameters:
  ///   - shell: the shell, not one of its subshells.
  ///   - status: the status of the script.
  /// - Returns: the script's status, or else that of the first failed job.
  /// - Throws: `ShellExit` on SIGTERM.
  func finish(in shell: Shell, after status: ExitStatus) async throws -> ExitStatus

  /// Removes the rules and cancels the jobs of a shell, since it is ending.
  func end(in shell: Shell) async
}
