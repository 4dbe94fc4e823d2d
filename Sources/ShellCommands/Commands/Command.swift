/// A command that a user runs by its name.
///
/// A command reads its arguments from the invocation and writes its results to the invocation's
/// output. If it throws, the shell prints the error. When the user presses Ctrl-C, the shell cancels
/// the command's task.
@MainActor
public protocol Command {
  /// The command's name, arguments, options and help.
  var specification: CommandSpecification { get }

  /// Runs the command.
  ///
  /// - Parameter invocation: the arguments, and the output for the results.
  /// - Throws: `ShellError` or an error that is `ShellErrorConvertible`; the shell prints any
  ///   other error by its description.
  func run(_ invocation: Invocation) async throws

  /// Checks that the command can run, before a form asks for missing arguments.
  ///
  /// - Throws: the reason why the command cannot run.
  func checkPreconditions() async throws

  /// Returns the first of two required arguments if the user gave only the second, such as the product of a
  /// review; nil if it cannot be found, so that the shell reports what is missing.
  ///
  /// - Parameter id: the given argument.
  /// - Throws: `CancellationError` if the task is cancelled.
  func parent(of id: String) async throws -> String?

  /// Runs the command without suspending. Only an ``ImmediateCommand`` has this function; for other commands
  /// it is nil.
  ///
  /// It is a requirement instead of a cast, since casts to protocols took two fifths of the shell's start-up
  /// time.
  var immediately: ((Invocation) throws -> Void)? { get }

  /// How the command takes part in a pipeline after `|`. Only a ``StageCommand`` has a role.
  ///
  /// It is a requirement for the same reason.
  var stageRole: StageRole? { get }
}

extension Command {
  /// Does nothing: the command can always run.
  public func checkPreconditions() async throws {}

  /// Nil: the user must give both arguments.
  public func parent(of id: String) async throws -> String? { nil }

  /// Nil: the command does not read records.
  public var stageRole: StageRole? { nil }

  /// Nil: the command can suspend.
  public var immediately: ((Invocation) throws -> Void)? { nil }
}

/// A command that never suspends.
///
/// The shell runs it synchronously, so a script of such commands has no overhead of tasks. A command
/// that waits for a server, a file or the user must be a plain ``Command``.
@MainActor
public protocol ImmediateCommand: Command {
  /// Runs the command.
  ///
  /// - Parameter invocation: the arguments, and the output for the results.
  /// - Throws: the errors of ``Command/run(_:)``.
  func runAtOnce(_ invocation: Invocation) throws
}

extension ImmediateCommand {
  /// Calls ``runAtOnce(_:)``.
  public func run(_ invocation: Invocation) async throws {
    try runAtOnce(invocation)
  }

  /// Calls ``runAtOnce(_:)``.
  public var immediately: ((Invocation) throws -> Void)? { runAtOnce }
}
