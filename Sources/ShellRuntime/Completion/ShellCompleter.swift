package import ShellCommands
import ShellLanguage

/// Completes what is typed at a shell's prompt.
///
/// It answers from what the shell and its modules hold. Of the disk it reads a folder's names, up to
/// a bound, and those of the folders of programs once.
@MainActor
package final class ShellCompleter: Completer {
  let shell: Shell
  let environmentNames: () -> [String]
  let programs: ProgramNames

  /// Is called once something that was lacked for a completion has come.
  package var whenAnswered: @MainActor @Sendable () -> Void = {}

  /// Makes a completer.
  ///
  /// - Parameters:
  ///   - shell: whose commands are completed.
  ///   - environmentNames: gives the names of the process's environment.
  ///   - searchPath: gives the folders of programs, as `PATH` has them; nil for the system's own.
  package init(
    _ shell: Shell, environmentNames: @escaping () -> [String],
    searchPath: @escaping () -> String?
  ) {
    self.shell = shell
    self.environmentNames = environmentNames
    programs = ProgramNames(searchPath: searchPath)
  }

  /// Completes the word at a place in a text.
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
  /// - Returns: candidates whose replacement is the whole answer as it is, without quotes.
  package func candidates(of kind: String, for prefix: String) -> [Completion.Candidate] {
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
    case .program where place.words.isEmpty && !typed.text.utf8.contains(UInt8(ascii: "/")):
      programs.suggestions(for: typed.text)
    case .program: FileNames.suggestions(for: typed.text)
    case .command where place.words.isEmpty: names(for: typed.text, withAliases: true)
    case .command: statement(ofAliased: place.words, for: typed)
    }
  }

  /// Those of some suggestions that are listed: each once, what can be put into a line, and not
  /// without end.
  private static func listed(_ suggestions: [Suggestion]) -> [Suggestion] {
    var seen: Set<String> = []
    var listed: [Suggestion] = []
    for suggestion in suggestions where suggestion.isInsertable {
      if listed.count == CompletionQuery.limit { break }
      if seen.insert(suggestion.text).inserted { listed.append(suggestion) }
    }
    return listed
  }

  /// A suggestion as it is written behind the part of its word that stays.
  ///
  /// - Returns: nil where it does not begin with that part.
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

/// The word at the cursor: what is typed of it, variables replaced.
struct TypedWord {
  var text: String
  /// Whether it may be taken for an option.
  var mayBeOption = true
}
