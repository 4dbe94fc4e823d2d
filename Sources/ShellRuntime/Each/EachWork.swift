import ShellCommands
import ShellLanguage
import ShellOutput

@MainActor
struct EachWork {
  let name: String
  /// Its words, with `$it` not replaced yet.
  let words: [Word]
  /// How many of the stage's words precede them.
  let depth: Int
  /// How many run at the same time.
  let jobs: Int
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

  /// Throws if a path after `$it` does not exist.
  func words(for record: CellValue, in variables: Variables) throws -> [Word] {
    guard words.haveVariables else { return words }
    return try words.flatMap { word in
      word.hasVariables ? try variables.words(of: word, item: record) : [word]
    }
  }
}
