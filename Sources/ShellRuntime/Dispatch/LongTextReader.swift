import ShellCommands
import ShellLanguage
import ShellOutput

/// Reads the texts that a command's words refer to in files: `--comment @FILE`.
@MainActor
struct LongTextReader {
  private let shell: Shell

  init(_ shell: Shell) {
    self.shell = shell
  }

  /// Replaces `@FILE`, `@-` and `@@TEXT` by their texts.
  func read(_ words: [Word], of entry: CommandTable.Entry) async throws -> [Word] {
    var words = words
    let texts = try entry.binder.longTexts(
      in: words, from: entry.depth, at: shell.places.values(for: entry.api))
    for text in texts {
      switch text.source {
      case .word(let written): text.replace(in: &words, with: written)
      case .standardInput: text.replace(in: &words, with: try await input(for: text))
      case .file(let path):
        do {
          let content = try await shell.interrupts.cancelling { try await TextFile.read(path) }
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
      if shell.scope.prompt != nil {
        throw ShellError(
          .usage, "standard input is the terminal", hint: "name a file: \(text.parameter) @FILE")
      }
      try shell.streams.flush()
      let input = try await shell.interrupts.cancelling { [console = shell.console] in
        try await console.readInput(upTo: TextFile.maximumSize)
      }
      return TextFile.withoutLastNewline(input)
    } catch var error as ShellError {
      error.word = text.word
      throw error
    }
  }
}
