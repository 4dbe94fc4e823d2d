import ShellOutput
import CReadline

/// Readline's history list, kept in sync with the history's file.
@MainActor
final class HistoryList {
  /// How many statements the arrow keys and Ctrl-R reach.
  private static let longest = 10_000

  let file: HistoryFile
  private var generation = -1
  private var shown = 0
  private var hasFailed = false

  init(_ file: HistoryFile) {
    self.file = file
  }

  /// Returns an error only at the first failure.
  func merge() -> ShellError? {
    let error = firstError { try file.merge() }
    show()
    return error
  }

  /// Returns an error only at the first failure.
  func append(_ statement: String, in environment: String) -> ShellError? {
    firstError { try file.append(statement, in: environment) }
  }

  /// Writes the statements not written yet, when the process ends; returns the error if they are
  /// lost.
  func finish() -> ShellError? {
    do {
      try file.catchUp()
      return nil
    } catch {
      let error = ShellError(error)
      return ShellError(error.code, error.message, hint: "what was typed last is not kept")
    }
  }

  func forget() throws {
    try file.forget()
    show()
  }

  private func show() {
    if generation != file.generation {
      generation = file.generation
      shown = 0
      clear_history()
      stifle_history(Int32(Self.longest))
    }
    let statements = file.statements
    for statement in statements[max(shown, statements.count - Self.longest)...] {
      add_history(statement)
    }
    shown = statements.count
  }

  private func firstError(_ body: () throws -> Void) -> ShellError? {
    do {
      try body()
      return nil
    } catch {
      defer { hasFailed = true }
      let error = ShellError(error)
      return hasFailed
        ? nil
        : ShellError(
          error.code, error.message,
          hint: "what is typed is kept in this session until it can be written")
    }
  }
}
