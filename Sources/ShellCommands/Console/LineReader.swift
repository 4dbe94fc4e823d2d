/// Reads what a user types, a line at a time, and keeps what was typed before.
///
/// It is the ``Console``'s neighbour: the shell reads commands from it, and while it waits for a line,
/// what the console is told appears above that line.
@MainActor
package protocol LineReader: AnyObject {
  /// Reads a line.
  ///
  /// - Parameters:
  ///   - prompt: what stands before the line.
  ///   - completer: completes its words; nil completes nothing.
  /// - Returns: the line without its newline, which holds newlines of its own where it was pasted;
  ///   nil where the user wants to leave, or the terminal is gone.
  /// - Throws: `CancellationError` where the user gave the line up, with Ctrl-C, and where the task
  ///   is cancelled.
  func readLine(_ prompt: Prompt, completer: (any Completer)?) async throws -> String?

  /// Clears the screen, so that the next prompt stands on its first row.
  func clearScreen()

  /// What was typed before, the oldest first, of other sessions as well.
  var statements: [String] { get }

  /// Adds a statement to what was typed before; it may span lines.
  func remember(_ statement: String)

  /// Forgets everything that was typed before, in other sessions as well.
  ///
  /// - Throws: ``ShellError`` where the file that keeps it cannot be changed.
  func forget() throws
}

/// What stands before a line that a user types.
package struct Prompt: Sendable, Equatable {
  /// The text, with what separates it from the line: `embedded> `.
  package var text: String

  /// Whether what is typed may do harm, which is shown in red.
  package var isAlarming: Bool

  /// Makes a prompt.
  package init(_ text: String, isAlarming: Bool = false) {
    self.text = text
    self.isAlarming = isAlarming
  }
}
