import ShellCommands
import ShellLanguage

@MainActor
struct FormFiller {
  private let shell: Shell

  init(_ shell: Shell) {
    self.shell = shell
  }

  /// Asks for each missing argument and option; nil if nothing is missing, or if there is no user.
  ///
  /// In `words`, `@FILE` is replaced by the files' texts; `typed` is for the history. Throws
  /// `CancellationError` if the user cancels the form.
  func completed(
    _ words: [Word], typed: [Word], of entry: CommandTable.Entry
  ) async throws -> [Word]? {
    guard let console = shell.formConsole else { return nil }
    let (binder, place) = (entry.binder, shell.places.values(for: entry.api))
    let gaps = try binder.gaps(in: words, from: entry.depth, at: place)
    if gaps.isEmpty { return nil }
    try shell.streams.flush()
    shell.formAPI = entry.api
    defer { shell.formAPI = nil }
    let answers = try await shell.interrupts.cancelling {
      try await entry.command.checkPreconditions()
      var answers: [String] = []
      for gap in gaps {
        answers.append(
          try await binder.answer(to: gap, from: console) { self.shell.streams.report($0) })
      }
      return answers
    }
    // If the command fails, the answers can be recalled from the history.
    if let prompt = shell.scope.prompt, !gaps.contains(where: binder.isSecret) {
      let written = try binder.filled(
        typed, from: entry.depth, gaps: gaps,
        with: zip(gaps, answers).map { binder.written($1, for: $0) }, at: place)
      SecretGuard(shell).remember(written.map(Self.written).joined(separator: " "), at: prompt)
    }
    return try binder.filled(words, from: entry.depth, gaps: gaps, with: answers, at: place)
  }

  private static func written(_ word: Word) -> String {
    guard word.looksLikeOption, let equals = word.text.firstIndex(of: "=") else {
      return Quotation.quoted(word.text)
    }
    return word.text[...equals] + Quotation.quoted(String(word.text[equals...].dropFirst()))
  }
}
