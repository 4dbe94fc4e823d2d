import ShellCommands
import ShellLanguage
import ShellOutput

/// What an `each` stage runs for each record.
@MainActor
struct EachWork {
  /// Its name in errors.
  let name: String
  /// Its words, in which `$it` is not replaced yet.
  let words: [Word]
  /// The number of words of the stage before them.
  let depth: Int
  /// How many run at once.
  let jobs: Int
  /// Whether it is a program.
  var isProgram = false

  /// Runs it.
  ///
  /// `flush` writes what is left of the results. It returns what waits in the queue in place of being
  /// done.
  let run:
    @MainActor (_ words: [Word], _ output: Output, _ flush: () throws -> Void) async throws
      -> CommandPostponed?
  /// Runs it without waiting; nil if it may wait.
  var runAtOnce:
    (@MainActor (_ words: [Word], _ output: Output, _ flush: () throws -> Void) throws -> Void)?

  /// The command's words for a record.
  ///
  /// - Throws: a `usage` error if a path behind `$it` leads nowhere.
  func words(for record: CellValue, in variables: Variables) throws -> [Word] {
    guard words.haveVariables else { return words }
    return try words.flatMap { word in
      word.hasVariables ? try variables.words(of: word, item: record) : [word]
    }
  }
}
