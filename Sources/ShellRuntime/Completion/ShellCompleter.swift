package import ShellCommands
package import ShellLanguage
import ShellOutput

/// Completes statements at a shell's prompt, and answers to the questions of a form.
///
/// It never waits for the network: candidates come from the shell and its modules. From the disk it
/// reads the names in a folder, up to a limit, and once the names in the folders of `PATH`.
@MainActor
package final class ShellCompleter: Completer {
  let state: ShellState
  private let environmentNames: () -> [String]
  private let programs: ProgramNames

  /// Called when candidates that were missing for a completion have arrived.
  package var whenAnswered: @MainActor @Sendable () -> Void = {}

  /// Creates a completer.
  ///
  /// - Parameters:
  ///   - shell: the shell whose commands are completed.
  ///   - environmentNames: returns the names of the process's environment variables.
  ///   - searchPath: returns the value of `PATH`, or nil if it is not set.
  package init(
    _ shell: Shell, environmentNames: @escaping () -> [String],
    searchPath: @escaping () -> String?
  ) {
    state = shell.state
    self.environmentNames = environmentNames
    programs = ProgramNames(searchPath: searchPath)
  }

  /// Completes the word at the cursor.
  ///
  /// - Parameters:
  ///   - text: the statement.
  ///   - cursor: a byte offset in it.
  package func completion(of text: String, at cursor: Int) -> Completion {
    guard let place = CursorPlace(text, at: cursor) else { return Completion(start: cursor) }
    switch place.subject {
    case .variable(let variable):
      return Completion(start: variable.start, candidates: candidates(for: variable))
    case .word(let word):
      guard let head = self.text(of: word.head) else { return Completion(start: cursor) }
      let typed = TypedWord(text: head + word.text, mayBeOption: word.mayBeOption)
      return Completion(
        start: word.start,
        candidates: Self.listed(suggestions(at: place, for: typed)).compactMap {
          Self.candidate($0, behind: head, word.quotation)
        })
    }
  }

  /// Completes the answer to a question of a form.
  ///
  /// - Parameters:
  ///   - kind: the completion kind of the question's field.
  ///   - prefix: what is typed.
  /// - Returns: candidates that replace the whole answer, without quotes.
  package func candidates(of kind: CompletionKind, for prefix: String) -> [Completion.Candidate] {
    let query = CompletionQuery(prefix: prefix, whenAnswered: whenAnswered)
    return Self.listed(suggestions(of: kind, for: query, behind: [])).compactMap { suggestion in
      guard !suggestion.text.utf8.contains(where: { $0 < 0x20 }) else { return nil }
      return Completion.Candidate(
        suggestion.text, label: suggestion.label, abstract: suggestion.abstract,
        endsWord: suggestion.endsWord)
    }
  }

  private func suggestions(at place: CursorPlace, for typed: TypedWord) -> [Suggestion] {
    switch place.role {
    case .file: FileNames.suggestions(for: typed.text)
    case .program, .stage:
      place.words.isEmpty && !typed.text.utf8.contains(UInt8(ascii: "/"))
        ? programs.suggestions(for: typed.text) : FileNames.suggestions(for: typed.text)
    case .command where place.words.isEmpty: names(for: typed.text, withAliases: true)
    case .command: statement(ofAliased: place.words, for: typed)
    }
  }

  /// Removes duplicates and what cannot be inserted, and limits the number of suggestions.
  private static func listed(_ suggestions: [Suggestion]) -> [Suggestion] {
    var seen: Set<String> = []
    var listed: [Suggestion] = []
    for suggestion in suggestions where suggestion.isInsertable {
      if listed.count == CompletionQuery.limit { break }
      if seen.insert(suggestion.text).inserted { listed.append(suggestion) }
    }
    return listed
  }

  /// Quotes the part of a suggestion that follows the unchanged beginning of the word.
  ///
  /// - Returns: nil if the suggestion does not start with that beginning.
  private static func candidate(
    _ suggestion: Suggestion, behind head: String, _ quotation: Quotation
  ) -> Completion.Candidate? {
    guard suggestion.begins(with: head) else { return nil }
    let rest = String(Substring(suggestion.text.utf8.dropFirst(head.utf8.count)))
    return Completion.Candidate(
      quotation.written(rest, isClosed: suggestion.endsWord),
      label: suggestion.label ?? suggestion.text, abstract: suggestion.abstract,
      endsWord: suggestion.endsWord)
  }
}

extension ShellCompleter {
  /// The kinds that the shell itself completes.
  package static let ownKinds: [CompletionKind] = [
    "commands", "statements", "files", "formats", "settings", "aliases", "variables",
  ]

  /// Returns suggestions for a completion kind: the shell's own, then those of its modules.
  ///
  /// - Parameter words: the arguments before the word.
  package func suggestions(
    of kind: CompletionKind, for query: CompletionQuery, behind words: [Word]
  ) -> [Suggestion] {
    let own: [Suggestion] =
      switch kind {
      case "commands": path(behind: words, for: query.prefix)
      case "statements": statement(words[...], for: TypedWord(text: query.prefix))
      case "files": FileNames.suggestions(for: query.prefix)
      case "formats":
        OutputFormat.allCases.map { Suggestion($0.rawValue) }.filter { query.matches($0.text) }
      case "settings": settings(for: query)
      case "aliases": texts(state.aliases.mapValues(\.text), for: query)
      case "variables": texts(state.variables.summaries, for: query)
      default: []
      }
    return own + state.modules.completions(of: kind, for: query).map(Suggestion.init)
  }

  private func settings(for query: CompletionQuery) -> [Suggestion] {
    let words: [String] =
      switch query.value(of: "SETTING").flatMap(SetCommand.Setting.init(rawValue:)) {
      case .output: ["auto"] + OutputFormat.allCases.map(\.rawValue)
      case .gatherLimit: ["auto"]
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

extension ShellCompleter {
  /// Returns the variables that match the typed name: those set with `let`, then the environment's.
  ///
  /// Values of the environment are not shown, since some may be tokens.
  func candidates(for variable: OpenVariable) -> [Completion.Candidate] {
    let texts = state.variables.summaries
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

  /// Replaces a word's variables; the word becomes empty if one is not defined.
  func expanded(_ word: Word) -> Word {
    guard case .composed(let parts) = word.content else { return word }
    return word.replaced(by: text(of: parts) ?? "")
  }

  /// Expands the parts of a word; nil if a variable is not defined, or holds records, which may take
  /// long to write as JSON.
  func text(of parts: [Word.Part]) -> String? {
    guard !parts.isEmpty else { return "" }
    let usesRecords = parts.contains { part in
      guard case .variable(let variable) = part else { return false }
      return variable.name == "_" || state.variables.values[variable.name]?.isText == false
    }
    if usesRecords { return nil }
    let word = Word(content: .composed(parts), start: 0, end: 0, isQuoted: true)
    return try? state.variables.expand(word)
  }

  private static func isName(_ text: String) -> Bool {
    text.utf8.first.map(ByteClass.beginsName) == true
      && text.utf8.allSatisfy(ByteClass.continuesName)
  }
}

/// The typed part of the word at the cursor, with its variables replaced.
struct TypedWord {
  var text: String
  /// Whether it may be an option.
  var mayBeOption = true
}
