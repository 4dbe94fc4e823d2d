package import ShellCommands
import ShellLanguage
import ShellOutput
import ShellRuntime

extension ShellCompleter {
  /// The kinds completed by the shell itself, including those of its background work.
  package static let ownKinds: [CompletionKind] = [
    "commands", "statements", "files", "scripts", "formats", "settings", "aliases", "variables",
    "fields", "sort-fields", "condition", "jobs", "running-jobs", "places", "events", "rules",
    "help", "history-actions", .fileReference,
  ]

  /// Returns suggestions for a completion kind: first the shell's own, then those of its modules.
  ///
  /// - Parameter words: the arguments before this word.
  func suggestions(
    of kind: CompletionKind, for query: CompletionQuery, behind words: [Word]
  ) -> [Suggestion] {
    let own: [Suggestion] =
      switch kind {
      case "commands": path(behind: words, for: query.prefix)
      case "help": help(behind: words, for: query)
      case "statements": statement(words[...], for: TypedWord(text: query.prefix))
      case "files": files(for: query.prefix)
      case .fileReference: Self.fileReferences(for: query.prefix)
      case "scripts": scripts(for: query.prefix)
      case "formats":
        OutputFormat.names.map { Suggestion($0) }.filter { query.matches($0.text) }
      case "history-actions":
        HistoryAction.words.filter { query.matches($0) }.map { Suggestion($0) }
      case "settings": settings(for: query)
      case "aliases": texts(shell.aliases.mapValues(\.text), for: query)
      case "variables": texts(shell.variables.summaries, for: query)
      case "fields": FieldNames(query, behind: words).suggestions
      case "sort-fields": FieldNames(query, behind: words).sortSuggestions
      case "events": events(beginningWith: query.prefix)
      case "condition": ConditionWords(query, behind: words).suggestions
      case "places": places(for: query.prefix)
      case "api.path": askedPaths(for: query)
      default: []
      }
    var query = query
    if kind == "api.path", let colon = query.prefix.firstIndex(of: ":") {
      let name = String(query.prefix[..<colon])
      if shell.host.environments.isAPI(name) { query.api = name }
    }
    return own + shell.modules.completions(of: kind, for: query).map(Suggestion.init)
  }

  /// Suggests files as `@FILE`, also for a path without the `@`.
  static func fileReferences(for typed: String) -> [Suggestion] {
    let path =
      typed.utf8.first == UInt8(ascii: "@") ? Substring(typed.utf8.dropFirst()) : typed[...]
    return FileNames.suggestions(for: String(path)).map {
      Suggestion("@" + $0.text, label: $0.label, endsWord: $0.endsWord)
    }
  }

  private func help(behind words: [Word], for query: CompletionQuery) -> [Suggestion] {
    guard words.isEmpty else { return path(behind: words, for: query.prefix) }
    let topics = HelpTopic.all(of: shell)
      .map { Suggestion($0.name, $0.abstract) }.filter { $0.begins(with: query.prefix) }
    return path(behind: [], for: query.prefix) + topics
  }

  /// Suggests paths of places: from the current place, and from the root.
  private func places(for typed: String) -> [Suggestion] {
    let name = typed.utf8.lastIndex(of: UInt8(ascii: "/")).map {
      String(typed[typed.utf8.index(after: $0)...])
    }
    let head = String(typed.dropLast((name ?? typed).count))
    let path = TypedPlacePath(head)
    var starts = [path.path(from: shell.places.currentPath)]
    if !path.isAbsolute, !path.isRelative { starts.append(path.path(from: .home)) }
    let finder = shell.places.finder
    return starts.flatMap { start in
      finder.nextParts(after: start).flatMap { next -> [Suggestion] in
        let values = Dictionary(uniqueKeysWithValues: next.values.map { ($0.key.name, $0.value) })
        let query = query(PlacePath.decoded((name ?? typed)[...]), values)
        let words: [Suggestion] =
          switch next.part {
          case .fixed(let word): query.matches(word) ? [Suggestion(word)] : []
          case .value(let kind):
            shell.modules.completions(of: kind, for: query).map {
              Suggestion(PlacePath.encoded($0.text), $0.abstract)
            }
          }
        return words.map {
          Suggestion(
            head + $0.text + (next.goesOn ? "/" : ""), $0.abstract, label: $0.text,
            endsWord: !next.goesOn)
        }
      }
    }
  }

  private func settings(for query: CompletionQuery) -> [Suggestion] {
    guard let name = query.value(of: "SETTING") else {
      return Setting.all.filter { query.matches($0.name) }.map { Suggestion($0.name, $0.abstract) }
    }
    let setting = Setting.all.first { $0.name == name }
    return (setting?.words ?? []).filter { query.matches($0) }.map { Suggestion($0) }
  }

  private func texts(_ texts: [String: String], for query: CompletionQuery) -> [Suggestion] {
    texts.filter { query.matches($0.key) }.sorted { $0.key < $1.key }
      .map { Suggestion($0.key, .abstract(of: $0.value)) }
  }
}
