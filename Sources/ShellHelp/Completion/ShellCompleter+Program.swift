import ShellCommands
import ShellLanguage
import ShellRuntime

/// Completes the program's command line, whose words another shell has parsed.
extension ShellCompleter {
  /// Suggests the word that begins with a text.
  ///
  /// Several words that do not begin with the text are left out, since the other shell would insert
  /// their common beginning; a single one is kept.
  func suggestions(inProgram words: [String], for text: String) -> [Suggestion] {
    let program = ProgramItself(specification: .ofProgram(shell.host.identity))
    let entry = CommandTable.Entry(
      command: program, module: nil, program: shell.host.identity.name)
    let place = ArgumentPlace(entry.binder, words.map { Word($0) }[...])
    let found: [Suggestion]
    if place.awaitedOption == nil, !place.positionals.isEmpty || !text.hasPrefix("-"),
      place.isGiven("command") || place.isGiven("file")
    {
      // The arguments of a script file can be anything, often files; the text of -c has no arguments.
      found = place.isGiven("file") ? files(for: text) : []
    } else {
      found = arguments(of: entry, words.map { Word($0) }[...], for: TypedWord(text: text))
    }
    let listed = Self.listed(found)
    let fitting = listed.filter { $0.begins(with: text) }
    return fitting.isEmpty && listed.count == 1 ? listed : fitting
  }

  /// Suggests script texts: the typed text with its last word completed.
  func scripts(for text: String) -> [Suggestion] {
    let completion = completion(of: text, at: text.utf8.count)
    let head = String(Substring(text.utf8.prefix(completion.start)))
    return completion.candidates.map { candidate in
      // The text can continue.
      Suggestion(
        head + candidate.replacement + (candidate.endsWord ? " " : ""), candidate.abstract,
        label: candidate.label, endsWord: false)
    }
  }
}

/// The program itself as a command, whose words are its options and a command.
private struct ProgramItself: ImmediateCommand {
  let specification: CommandSpecification

  func runAtOnce(_ invocation: Invocation) {}
}
