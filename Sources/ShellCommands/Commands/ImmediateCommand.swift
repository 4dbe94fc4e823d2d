/// A command that never waits: it works on what the shell holds, and is done when it returns.
///
/// The shell runs it without suspending, so that a script of such commands costs no more than what
/// they do. A command that asks a server, a file or the user anything is a plain ``Command``.
@MainActor
public protocol ImmediateCommand: Command {
  /// Runs the command.
  ///
  /// - Parameter invocation: the words it was given, and where its results go.
  /// - Throws: what ``Command/run(_:)`` throws.
  func runAtOnce(_ invocation: Invocation) throws
}

extension ImmediateCommand {
  /// Runs the command, which does not wait.
  public func run(_ invocation: Invocation) async throws {
    try runAtOnce(invocation)
  }

  /// Runs the command.
  public var immediately: ((Invocation) throws -> Void)? { runAtOnce }
}
