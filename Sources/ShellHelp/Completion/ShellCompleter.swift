package import ShellCommands
import ShellLanguage
import ShellOutput
package import ShellRuntime

/// Completes statements at a shell's prompt, and answers to the questions of a form.
///
/// It never waits for the network: candidates come from the shell and its modules. From the disk it reads
/// only the names in a folder, up to a limit; the beginning of a file for `from`; once, the names in the
/// folders of `PATH`; and the list of added modules, if another shell has changed it.
@MainActor
package final class ShellCompleter: Completer {
  let shell: Shell
  let programs: ProgramNames

  let whenAnswered: @MainActor @Sendable () -> Void
  /// Called with each fetch that a source starts for missing data.
  var whenFetching: (@MainActor @Sendable (Task<Void, Never>) -> Void)?
  /// What a source has said of the list whose records it offers.
  private var remark: (text: String, isSearched: Bool)?
  /// Called instead of reading file names, if another program completes those.
  var whenFilesAreWanted: (@MainActor () -> Void)?

  /// Creates a completer for a shell's commands.
  ///
  /// - Parameter whenAnswered: called when missing candidates for a completion have arrived.
  package init(_ shell: Shell, whenAnswered: @escaping @MainActor @Sendable () -> Void = {}) {
    (self.shell, self.whenAnswered) = (shell, whenAnswered)
    programs = ProgramNames { [process = shell.host.process] in process.variable("PATH") }
  }

  /// Completes the word at the cursor.
  ///
  /// - Parameters:
  ///   - text: the statement.
  ///   - cursor: a byte offset in it.
  package func completion(of text: String, at cursor: Int) -> Completion {
    shell.modules.catchUp()
    guard let place = CursorPlace(text, at: cursor) else { return Completion(start: cursor) }
    switch place.subject {
    case .variable(let variable):
      return Completion(start: variable.start, candidates: candidates(for: variable, at: place))
    case .word(let word):
      return completion(of: word, at: place) ?? Completion(start: cursor)
    case .field(let field, let word):
      if let candidates = candidates(for: field, at: place) {
        return Completion(start: field.start, candidates: candidates)
      }
      return word.flatMap { completion(of: $0, at: place) } ?? Completion(start: cursor)
    }
  }

  /// Completes a word, unless a variable in it is undefined.
  private func completion(of word: OpenWord, at place: CursorPlace) -> Completion? {
    guard let head = self.text(of: word.head) else { return nil }
    remark = nil
    let fields = fields(before: place)
    let source = place.stagesBefore.first?.first?.loneVariable
    let typed = TypedWord(
      text: head + word.text, mayBeOption: word.mayBeOption, fields: fields,
      kinds: kinds(of: fields, before: place),
      examples: fields.isEmpty ? nil : shell.variables.records(of: source, with: fields))
    let candidates = Self.listed(suggestions(at: place, for: typed)).compactMap {
      Self.candidate($0, behind: head, word.quotation)
    }
    var completion = Completion(start: word.start, candidates: candidates)
    (completion.remark, completion.isSearched) = (remark?.text, remark?.isSearched ?? false)
    return completion
  }

  package func candidates(of kind: CompletionKind, for prefix: String) -> [Completion.Candidate] {
    let here = shell.places.values(for: shell.formAPI).map { ($0.key.name, $0.value) }
    var query = query(prefix, Dictionary(uniqueKeysWithValues: here))
    query.api = shell.formAPI
    return Self.listed(suggestions(of: kind, for: query, behind: [])).compactMap { suggestion in
      guard !suggestion.text.utf8.contains(where: { $0 < 0x20 }) else { return nil }
      return Completion.Candidate(
        suggestion.text, label: suggestion.label, abstract: suggestion.abstract,
        endsWord: suggestion.endsWord)
    }
  }

  private func suggestions(at place: CursorPlace, for typed: TypedWord) -> [Suggestion] {
    if let open = place.expression {
      let fields =
        switch open.names {
        case .fields: typed.fields
        case .bareFields: ResponseField.allCases.map(\.rawValue)
        case .none: [String]()
        }
      var query = query(typed.text, [:], fields: fields)
      (query.kinds, query.examples) = (typed.kinds, typed.examples)
      return ConditionWords(
        query, behind: open.words, names: open.names, isInParentheses: open.isInParentheses
      ).suggestions
    }
    return switch place.role {
    case .file: files(for: typed.text)
    case .stage: stage(place.words.map(expanded), for: typed) ?? program(place.words, for: typed)
    case .program: program(place.words, for: typed)
    case .command where place.words.isEmpty: names(for: typed.text, withAliases: true)
    case .command: statement(ofAliased: place.words, for: typed)
    }
  }

  /// Suggests the next word of an external program's command line: first programs, then files.
  func program(_ words: [Word], for typed: TypedWord) -> [Suggestion] {
    words.isEmpty && !typed.text.utf8.contains(UInt8(ascii: "/"))
      ? programs.suggestions(for: typed.text) : files(for: typed.text)
  }

  /// Suggests files, unless another program completes them.
  func files(for text: String) -> [Suggestion] {
    guard let whenFilesAreWanted else { return FileNames.suggestions(for: text) }
    whenFilesAreWanted()
    return []
  }

  func query(
    _ prefix: String, _ values: [String: String], fields: [String] = []
  ) -> CompletionQuery {
    CompletionQuery(
      prefix: prefix, values: values, fields: fields, whenAnswered: whenAnswered,
      whenFetching: whenFetching, whenPartial: { [weak self] in self?.remark = ($0, $1) })
  }

  /// Suggests the next word of a stage, unless the words name an external program.
  private func stage(_ words: [Word], for typed: TypedWord) -> [Suggestion]? {
    guard !words.isEmpty else {
      // A list of all programs would push the stages off the screen.
      return stageNames(for: typed.text) + (typed.text.isEmpty ? [] : program([], for: typed))
    }
    if let entry = shell.modules.stage(of: words) {
      return arguments(of: entry, words.dropFirst(entry.depth), for: typed)
    }
    guard words.count == 1, let commands = shell.modules.commands(of: words[0].text) else {
      return nil
    }
    let stages = commands.all.filter { $0.stageRole != nil }
    return stages.isEmpty ? nil : Self.names(of: stages, for: typed.text)
  }

  /// Removes duplicates and suggestions that cannot be inserted, and limits their number.
  static func listed(_ suggestions: [Suggestion]) -> [Suggestion] {
    var seen: Set<String> = []
    var listed: [Suggestion] = []
    for suggestion in suggestions where suggestion.isInsertable {
      if listed.count == CompletionQuery.limit { break }
      if seen.insert(suggestion.text).inserted { listed.append(suggestion) }
    }
    return listed
  }

  /// Quotes the part of a suggestion after `head`, the unchanged beginning of the word; nil if the
  /// suggestion does not start with it.
  private static func candidate(
    _ suggestion: Suggestion, behind head: String, _ quotation: Quotation
  ) -> Completion.Candidate? {
    guard suggestion.begins(with: head),
      !suggestion.isSyntax || quotation.mark == .bare && head.isEmpty
    else { return nil }
    let rest = String(Substring(suggestion.text.utf8.dropFirst(head.utf8.count)))
    var candidate = Completion.Candidate(
      suggestion.isSyntax ? rest : quotation.written(rest, isClosed: suggestion.endsWord),
      label: suggestion.label ?? suggestion.text, abstract: suggestion.abstract,
      endsWord: suggestion.endsWord)
    candidate.isExample = suggestion.isExample
    return candidate
  }
}

/// The typed part of the word at the cursor, with its variables replaced.
struct TypedWord {
  var text: String
  var mayBeOption = true
  /// The known fields of the records before its stage.
  var fields: [String] = []
  /// What kinds of values these fields have, where that is known.
  var kinds: [String: String] = [:]
  /// Records that have these fields, if some are known.
  var examples: Records?
}
