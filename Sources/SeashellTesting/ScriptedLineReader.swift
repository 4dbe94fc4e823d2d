package import ShellCommands

/// A line reader that plays back what a user does at a prompt.
@MainActor
package final class ScriptedLineReader: LineReader {
  /// An action of the user at a prompt.
  package enum Act: Sendable, Equatable {
    /// Types or pastes a text, and presses Enter.
    case line(String)
    /// Discards the line with Ctrl-C.
    case interrupt
    /// Leaves with Ctrl-D.
    case leave
  }

  package private(set) var prompts: [Prompt] = []

  /// The completer of each line.
  package private(set) var completers: [(any Completer)?] = []

  /// The history, oldest first.
  package private(set) var statements: [String]

  /// The number of times the screen was cleared.
  package private(set) var clearings = 0

  private var acts: [Act]

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - acts: the actions, in order; after the last one the user leaves.
  ///   - statements: the history at the start.
  package init(_ acts: [Act], statements: [String] = []) {
    self.acts = acts
    self.statements = statements
  }

  package func readLine(_ prompt: Prompt, completer: (any Completer)?) async throws -> String? {
    prompts.append(prompt)
    completers.append(completer)
    guard !acts.isEmpty else { return nil }
    switch acts.removeFirst() {
    case .line(let text): return text
    case .interrupt: throw CancellationError()
    case .leave: return nil
    }
  }

  package func clearScreen() { clearings += 1 }

  package func remember(_ statement: String) { statements.append(statement) }

  package func forget() { statements = [] }
}
