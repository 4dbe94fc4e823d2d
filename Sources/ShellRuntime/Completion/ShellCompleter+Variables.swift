import ShellLanguage
import ShellCommands

extension ShellCompleter {
  /// The variables whose names begin with what is typed: those of `let`, and then the environment's.
  ///
  /// What the environment's hold is not shown: there may be tokens among it.
  func candidates(for variable: OpenVariable) -> [Completion.Candidate] {
    let texts = shell.variables.texts
    let own = texts.sorted { $0.key < $1.key }.map {
      (name: $0.key, abstract: Suggestion.abstract(of: $0.value))
    }
    let environment = environmentNames().filter { texts[$0] == nil && Self.isName($0) }.sorted()
      .map { (name: $0, abstract: "environment") }
    return (own + environment).lazy.filter { $0.name.utf8.starts(with: variable.name.utf8) }
      .prefix(CompletionQuery.limit).map { name, abstract in
        Completion.Candidate(
          variable.isBraced ? "${\(name)}" : "$\(name)", label: name, abstract: abstract,
          endsWord: !variable.isQuoted)
      }
  }

  /// A word with its variables replaced; empty where one is not defined.
  func expanded(_ word: Word) -> Word {
    guard case .composed(let parts) = word.content else { return word }
    return word.replaced(by: text(of: parts) ?? "")
  }

  /// The text that parts of a word stand for; nil where that is not known, or would be long in the
  /// making.
  func text(of parts: [Word.Part]) -> String? {
    guard !parts.isEmpty else { return "" }
    let takesResult = parts.contains { if case .variable("_") = $0 { true } else { false } }
    if takesResult { return nil }
    let word = Word(content: .composed(parts), start: 0, end: 0, isQuoted: true)
    return try? shell.variables.expand(word)
  }

  private static func isName(_ text: String) -> Bool {
    text.utf8.first.map(ByteClass.beginsName) == true
      && text.utf8.allSatisfy(ByteClass.continuesName)
  }
}
