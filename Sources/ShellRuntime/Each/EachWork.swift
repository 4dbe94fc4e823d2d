import ShellCommands
import ShellLanguage
import ShellOutput

/// What an `each` stage runs for each record.
@MainActor
struct EachWork {
  /// Runs it, and returns the write that was queued, if any.
  ///
  /// `flush` writes the rest of the results.
  typealias Run =
    @MainActor (_ record: CellValue, _ output: Output, _ flush: () throws -> Void) async throws
    -> CommandPostponed?
  /// Runs it without suspending.
  typealias RunAtOnce =
    @MainActor (_ record: CellValue, _ output: Output, _ flush: () throws -> Void) throws -> Void

  let name: String
  /// How many of the stage's words precede its own.
  let depth: Int
  /// How many run at the same time.
  let jobs: Int
  var isProgram = false
  let run: Run
  /// Nil if it may suspend.
  var runAtOnce: RunAtOnce?
}

/// The words of a command for each record, with `$it` not replaced yet.
@MainActor
struct EachWords {
  let words: [Word]
  unowned let shell: Shell

  /// Throws if a path after `$it` does not exist.
  func callAsFunction(_ record: CellValue) throws -> [Word] {
    guard words.haveVariables else { return words }
    return try words.flatMap { word in
      word.hasVariables ? try shell.variables.words(of: word, item: record) : [word]
    }
  }
}
