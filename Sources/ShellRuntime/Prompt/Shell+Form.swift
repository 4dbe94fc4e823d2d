import ShellCommands
import ShellLanguage

extension Shell {
  /// The console on which a form asks for what the command at hand leaves out: at a prompt and for
  /// the words of the command line, not inside a script file; nil where no user can answer.
  var formConsole: (any Console)? {
    guard depth == 0 else { return nil }
    if let prompt { return prompt.console }
    guard let console, console.isInteractive else { return nil }
    return console
  }

  /// Asks for what a command leaves out, field by field.
  ///
  /// - Returns: the words with the answers; nil where nothing is missing, or no user can answer.
  /// - Throws: ``ShellError`` where the words that are there are wrong, or the command cannot run;
  ///   `CancellationError` where the user gives it up.
  func completed(_ words: [Word], of entry: CommandTable.Entry) async throws -> [Word]? {
    guard let console = formConsole else { return nil }
    let binder = entry.binder
    let gaps = try binder.gaps(in: words, from: entry.depth)
    if gaps.isEmpty { return nil }
    try streams.flush()
    let answers = try await interrupts.cancelling {
      try await entry.command.checkPreconditions()
      var answers: [String] = []
      for gap in gaps {
        answers.append(try await self.answer(to: gap, of: binder, from: console))
      }
      return answers
    }
    let filled = try binder.filled(words, from: entry.depth, gaps: gaps, with: answers)
    // What was answered is not lost where the command fails.
    if !gaps.contains(where: binder.isSecret) {
      prompt?.remember(completed: filled.map(Self.written).joined(separator: " "))
    }
    return filled
  }

  /// A word as the grammar reads it back.
  private static func written(_ word: Word) -> String {
    guard word.looksLikeOption, let equals = word.text.firstIndex(of: "=") else {
      return quoted(word.text)
    }
    return word.text[...equals] + quoted(String(word.text[equals...].dropFirst()))
  }

  private static func quoted(_ text: String) -> String {
    let bare = Quotation().written(text)
    return bare == text ? bare : Quotation(mark: .single).written(text)
  }

  /// Asks until the answer fits.
  private func answer(
    to gap: ArgumentBinder.Gap, of binder: ArgumentBinder, from console: any Console
  ) async throws -> String {
    while true {
      let answer = try await console.ask(binder.field(for: gap))
      guard let refusal = binder.refusal(of: answer, for: gap) else { return answer }
      streams.tell(refusal)
    }
  }
}

extension ArgumentBinder {
  /// The question that fills a gap.
  func field(for gap: Gap) -> Question {
    switch gap {
    case .argument(let index):
      let argument = specification.arguments[index]
      return Question(
        Self.label(argument.name.lowercased(), argument.type), alternative: argument.usage,
        isSecret: isSecret(gap), completion: argument.completion)
    case .option(let index):
      let option = specification.options[index]
      return Question(
        Self.label(option.name, option.type), alternative: option.usage,
        isSecret: isSecret(gap), completion: option.completion)
    }
  }

  private static func label(_ name: String, _ type: ValueType) -> String {
    type.expectation.map { "\(name) (\($0))" } ?? name
  }
}
