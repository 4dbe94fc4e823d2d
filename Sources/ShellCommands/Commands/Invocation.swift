public import ShellOutput
package import ShellLanguage

/// One run of a command: its arguments, its output and the shell.
@MainActor
public struct Invocation {
  /// The arguments, bound to the command's specification.
  public let arguments: BoundArguments

  /// The output for the command's results.
  public let output: Output

  /// The shell that runs the command.
  private let host: any CommandHost

  /// Creates an invocation.
  package init(arguments: BoundArguments, output: Output, host: any CommandHost) {
    self.arguments = arguments
    self.output = output
    self.host = host
  }

  /// Whether the user typed the command at a prompt.
  public var isTyped: Bool { host.isTyped }

  /// Writes a line to standard error at once, unless the user gave `-q`.
  ///
  /// For long-running commands: ``Console/notify(_:)`` shows a notice only after the command has ended.
  public func report(_ notice: String) { host.report(notice) }

  /// Runs a body that handles SIGTERM itself, for a command that must clean up.
  ///
  /// A signal that arrives before the body calls ``untilTerminated()`` is kept for that call.
  ///
  /// - Parameter body: the work. It should stop soon after the signal.
  /// - Throws: what the body throws.
  public func handlingTermination<Result>(
    _ body: () async throws -> Result
  ) async rethrows -> Result {
    host.beginHandlingTermination()
    defer { host.endHandlingTermination() }
    return try await body()
  }

  /// Waits for SIGTERM, so that the command can finish before the process ends.
  ///
  /// When the command returns, the shell ends too, even if its script has more lines. A second SIGTERM
  /// ends the process at once. At a prompt the shell handles the signal and cancels the command.
  ///
  /// - Throws: `CancellationError` if the user interrupts the command.
  public func untilTerminated() async throws {
    try await host.waitForTermination()
  }

  /// The command's words with variables replaced, its name first.
  package var words: [Word] { arguments.words }
}

/// What a command can use of the shell that runs it.
@MainActor
package protocol CommandHost: AnyObject {
  /// Whether the user typed the running command at a prompt.
  var isTyped: Bool { get }

  /// Writes a line to standard error, unless the user gave `-q`.
  func report(_ notice: String)

  /// Starts handling SIGTERM; each call is balanced by ``endHandlingTermination()``.
  func beginHandlingTermination()

  /// Stops handling SIGTERM for one earlier call.
  func endHandlingTermination()

  /// Waits until SIGTERM asks the process to end.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  func waitForTermination() async throws
}
