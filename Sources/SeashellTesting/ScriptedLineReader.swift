import ShellCommands

/// A line reader that plays back what a user does at a prompt.
@MainActor
final class ScriptedLineReader: LineReader {
  /// An action of the user at a prompt.
  enum Act: Sendable, Equatable {
    /// Types or pastes a text, and presses Enter.
    case line(String)
    /// Discards the line with Ctrl-C.
    case interrupt
    /// Leaves with Ctrl-D.
    case leave
  }

  private(set) var prompts: [Prompt] = []

  /// The completer of each line.
  private(set) var completers: [(any Completer)?] = []

  /// The history, oldest first.
  private(set) var statements: [String]

  /// The number of times the screen was cleared.
  private(set) var clearings = 0

  private var acts: [Act]

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - acts: the actions, in order; after the last one the user leaves.
  ///   - statements: the history at the start.
  init(_ acts: [Act], statements: [String] = []) {
    self.acts = acts
    self.statements = statements
  }

  func readLine(_ prompt: Prompt, completer: (any Completer)?) async throws -> String? {
    prompts.append(prompt)
    completers.append(completer)
    guard !acts.isEmpty else { return nil }
    switch acts.removeFirst() {
    case .line(let text): return text
    case .interrupt: throw CancellationError()
    case .leave: return nil
    }
  }

  func clearScreen() { clearings += 1 }

  func remember(_ statement: String) { statements.append(statement) }

  func forget() { statements = [] }
}
