package import ShellCommands

/// A line reader whose user types what a test says.
@MainActor
package final class ScriptedLineReader: LineReader {
  /// What the user does at a prompt.
  package enum Act: Sendable, Equatable {
    /// Types or pastes a text, and enters it.
    case line(String)
    /// Gives the line up, with Ctrl-C.
    case interrupt
    /// Wants to leave, with Ctrl-D.
    case leave
  }

  /// The prompts that were shown, in order.
  package private(set) var prompts: [Prompt] = []

  /// What completed each line.
  package private(set) var completers: [(any Completer)?] = []

  /// What was remembered, in order.
  package private(set) var statements: [String]

  /// How often the screen was cleared.
  package private(set) var clearings = 0

  private var acts: [Act]

  /// Makes a reader.
  ///
  /// - Parameters:
  ///   - acts: what the user does, in order; after that they leave.
  ///   - statements: what was typed before.
  package init(_ acts: [Act], statements: [String] = []) {
    self.acts = acts
    self.statements = statements
  }

  /// Does what is next.
  package func readLine(
    _ prompt: Prompt, completer: (any Completer)?
  ) async throws -> String? {
    prompts.append(prompt)
    completers.append(completer)
    guard !acts.isEmpty else { return nil }
    switch acts.removeFirst() {
    case .line(let text): return text
    case .interrupt: throw CancellationError()
    case .leave: return nil
    }
  }

  /// Counts.
  package func clearScreen() { clearings += 1 }

  /// Keeps the statement.
  package func remember(_ statement: String) { statements.append(statement) }

  /// Forgets all of them.
  package func forget() { statements = [] }
}
