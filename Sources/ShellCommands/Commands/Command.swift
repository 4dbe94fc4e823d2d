/// Something a user can run by typing its name.
///
/// A command reads its words from the invocation, writes its results to the invocation's output,
/// and throws where it fails: the shell says why, once, in its own form. Its task is cancelled when
/// the user interrupts it.
@MainActor
public protocol Command {
  /// What the command is called, takes and does.
  var specification: CommandSpecification { get }

  /// Runs the command.
  ///
  /// - Parameter invocation: the words it was given, and where its results go.
  /// - Throws: ``ShellError``, or an error that is ``ShellErrorConvertible``; any other is shown by
  ///   its description.
  func run(_ invocation: Invocation) async throws

  /// Checks that the command can run at all, before a form asks for what a line leaves out.
  ///
  /// - Throws: why it cannot, so that nobody answers in vain.
  func checkPreconditions() async throws

  /// What runs the command where it never waits; an ``ImmediateCommand`` has it.
  ///
  /// It is asked for rather than found by a cast, since casts to protocols took two fifths of the
  /// shell's start.
  var immediately: ((Invocation) throws -> Void)? { get }
}

extension Command {
  /// The command can always run.
  public func checkPreconditions() async throws {}

  /// The command may wait.
  public var immediately: ((Invocation) throws -> Void)? { nil }
}
