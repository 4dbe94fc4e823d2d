public import ShellOutput
package import ShellLanguage

/// One run of a command: its arguments, and where its results go.
@MainActor
public struct Invocation {
  /// The arguments, bound to the command's specification.
  public let arguments: BoundArguments

  /// Receives the command's results.
  public let output: Output

  /// The shell that runs the command.
  private let host: any CommandHost

  /// Creates an invocation.
  package init(arguments: BoundArguments, output: Output, host: any CommandHost) {
    self.arguments = arguments
    self.output = output
    self.host = host
  }

  /// Whether the user typed the command at a prompt, and so can continue with another one.
  public var isTyped: Bool { host.isTyped }

  /// Writes a line to standard error at once, unless the user asked for quiet (`-q`).
  ///
  /// For a command that runs for long: at a prompt, a console's notices appear only after the command
  /// has ended.
  public func tell(_ notice: String) { host.tell(notice) }

  /// Handles SIGTERM while a body runs, even before the body waits for it.
  ///
  /// For a command that must tidy up: a signal that arrives before ``untilTerminated()`` is kept for it.
  /// The body should give up anything that takes long when the signal arrives.
  public func hearingTermination<Result>(
    _ body: () async throws -> Result
  ) async rethrows -> Result {
    host.beginHandlingTermination()
    defer { host.endHandlingTermination() }
    return try await body()
  }

  /// Waits until SIGTERM asks the process to end, and leaves the command time to finish.
  ///
  /// When the command returns, the shell ends too, even if its script has more lines. A second SIGTERM
  /// ends the process at once. At a prompt the shell handles the signal itself and cancels the command.
  ///
  /// - Throws: `CancellationError` if the user interrupts the command.
  public func untilTerminated() async throws {
    try await host.waitForTermination()
  }

  /// Every word as expanded, the command's own name first.
  package var words: [Word] { arguments.words }
}

/// The shell, as its commands see it.
@MainActor
package protocol CommandHost: AnyObject {
  /// Whether the user typed the running command at a prompt.
  var isTyped: Bool { get }

  /// Writes a line to standard error, unless the user asked for quiet.
  func tell(_ notice: String)

  /// Starts handling SIGTERM; each call is balanced by ``endHandlingTermination()``.
  func beginHandlingTermination()

  /// Stops handling SIGTERM for one earlier call.
  func endHandlingTermination()

  /// Waits until SIGTERM asks the process to end.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  func waitForTermination() async throws
}
