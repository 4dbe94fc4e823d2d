import ShellCommands
import ShellLanguage
import ShellOutput

/// Reads the texts that a command's words take from files: `--comment @FILE`.
@MainActor
struct LongTextReader {
  let state: ShellState

  /// Puts texts in the place of `@FILE`, `@-` and `@@TEXT`.
  ///
  /// - Throws: ``ShellError`` at the word whose file cannot be read; `CancellationError` if the user
  ///   interrupts.
  func read(_ words: [Word], of entry: CommandTable.Entry) async throws -> [Word] {
    var words = words
    let texts = try entry.binder.longTexts(in: words, from: entry.depth, at: state.places.values)
    for text in texts {
      switch text.source {
      case .word(let written): text.replace(in: &words, with: written)
      case .standardInput: text.replace(in: &words, with: try await input(for: text))
      case .file(let path):
        do {
          let content = try await state.interrupts.cancelling { try await TextFile.read(path) }
          text.replace(in: &words, with: content)
        } catch let failure as TextFile.Failure {
          throw entry.binder.error(
            text, failure.code, reason: failure.reason, isMissing: failure.isMissing)
        }
      }
    }
    return words
  }

  private func input(for text: LongText) async throws -> String {
    do {
      if state.prompt != nil {
        throw ShellError(
          .usage, "standard input is the terminal", hint: "name a file: \(text.parameter) @FILE")
      }
      try state.streams.flush()
      let input = try await state.interrupts.cancelling { [console = state.console] in
        try await console.readInput(upTo: TextFile.maximumSize)
      }
      return TextFile.withoutLastNewline(input)
    } catch var error as ShellError {
      error.word = text.word
      throw error
    }
  }
}
