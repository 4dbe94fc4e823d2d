import ShellCommands
import ShellLanguage
import ShellOutput

/// The command or program that an `each` stage runs for each record.
@MainActor
struct EachWork {
  /// Its name in errors.
  let name: String
  /// Its words, with `$it` not replaced yet.
  let words: [Word]
  /// How many of the stage's words precede them.
  let depth: Int
  /// How many run at the same time.
  let jobs: Int
  /// Whether it is a program.
  var isProgram = false

  /// Runs the command.
  ///
  /// `flush` writes the rest of the results. The function returns the write that was queued, if any.
  let run:
    @MainActor (_ words: [Word], _ output: Output, _ flush: () throws -> Void) async throws
      -> CommandPostponed?
  /// Runs the command without suspending; nil if it may suspend.
  var runAtOnce:
    (@MainActor (_ words: [Word], _ output: Output, _ flush: () throws -> Void) throws -> Void)?

  /// The command's words for a record.
  ///
  /// - Throws: a `usage` error if a path after `$it` does not exist.
  func words(for record: CellValue, in variables: Variables) throws -> [Word] {
    guard words.haveVariables else { return words }
    return try words.flatMap { word in
      word.hasVariables ? try variables.words(of: word, item: record) : [word]
    }
  }
}
