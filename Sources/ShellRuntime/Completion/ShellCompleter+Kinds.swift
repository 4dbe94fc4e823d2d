import ShellOutput
package import ShellLanguage
package import ShellCommands

extension ShellCompleter {
  /// What is known of a kind: what the shell itself knows, and then its modules.
  ///
  /// - Parameter words: the arguments that stand before the word.
  package func suggestions(
    of kind: String, for query: CompletionQuery, behind words: [Word]
  ) -> [Suggestion] {
    let own: [Suggestion] =
      switch kind {
      case "commands": path(behind: words, for: query.prefix)
      case "statements": statement(words[...], for: TypedWord(text: query.prefix))
      case "files": FileNames.suggestions(for: query.prefix)
      case "formats":
        OutputFormat.allCases.map { Suggestion($0.rawValue) }.filter { query.matches($0.text) }
      case "settings": settings(for: query)
      case "aliases": texts(shell.aliases.mapValues(\.text), for: query)
      case "variables": texts(shell.variables.texts, for: query)
      default: []
      }
    return own + shell.modules.completions(of: kind, for: query).map(Suggestion.init)
  }

  private func settings(for query: CompletionQuery) -> [Suggestion] {
    let words: [String] =
      switch query.value(of: "SETTING").flatMap(SetCommand.Setting.init(rawValue:)) {
      case .output: ["auto"] + OutputFormat.allCases.map(\.rawValue)
      case .pager: ["auto", "off"]
      case .keepGoing, .quiet, .verbose: ["on", "off"]
      case nil: []
      }
    return words.filter { query.matches($0) }.map { Suggestion($0) }
  }

  private func texts(_ texts: [String: String], for query: CompletionQuery) -> [Suggestion] {
    texts.filter { query.matches($0.key) }.sorted { $0.key < $1.key }
      .map { Suggestion($0.key, Suggestion.abstract(of: $0.value)) }
  }
}
