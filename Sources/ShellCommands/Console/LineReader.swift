/// Reads lines at a prompt and keeps the history.
///
/// While it waits for a line, the notices of the ``Console`` appear above that line.
@MainActor
package protocol LineReader: AnyObject {
  /// Reads a line.
  ///
  /// - Parameters:
  ///   - prompt: the prompt.
  ///   - completer: completes the line's words.
  /// - Returns: the line without its newline, or nil if the user pressed Ctrl-D or the terminal is
  ///   gone. A pasted line can contain newlines.
  /// - Throws: `CancellationError` if the user pressed Ctrl-C or the task is cancelled.
  func readLine(_ prompt: Prompt, completer: (any Completer)?) async throws -> String?

  /// Clears the screen; the next prompt appears in its first row.
  func clearScreen()

  /// The history, oldest first, with the statements of other sessions.
  var statements: [String] { get }

  /// Adds a statement, which can span lines, to the history.
  func remember(_ statement: String)

  /// Deletes the history, with the statements of other sessions.
  ///
  /// - Throws: `ShellError` if the history file cannot be changed.
  func forget() throws
}

package struct Prompt: Sendable, Equatable {
  /// The whole text, including the blank at its end: `embedded> `.
  package var text: String

  /// Whether commands act on a production environment; such a prompt is red.
  package var isAlarming: Bool

  package init(_ text: String, isAlarming: Bool = false) {
    self.text = text
    self.isAlarming = isAlarming
  }
}
