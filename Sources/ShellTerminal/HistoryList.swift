import ShellOutput
import CReadline

/// The history as readline's arrows and searches see it, kept in step with its file.
@MainActor
final class HistoryList {
  /// How many statements readline keeps.
  private static let longest = 10_000

  let file: HistoryFile
  private var generation = -1
  private var shown = 0
  private var hasFailed = false

  init(_ file: HistoryFile) {
    self.file = file
  }

  /// Takes in what other sessions have added.
  ///
  /// - Returns: why the file cannot be used, the first time.
  func merge() -> ShellError? {
    let failure = attempt { try file.merge() }
    show()
    return failure
  }

  /// Adds a statement.
  ///
  /// - Returns: why the file cannot be used, the first time.
  func append(_ statement: String) -> ShellError? {
    attempt { try file.append(statement) }
  }

  /// Writes what could not be written yet, before the process ends.
  ///
  /// - Returns: why it is lost.
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

  private func attempt(_ body: () throws -> Void) -> ShellError? {
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
