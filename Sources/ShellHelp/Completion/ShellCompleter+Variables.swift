import ShellCommands
import ShellLanguage
import ShellRuntime

extension ShellCompleter {
  /// Returns the variables that match the typed name: first the shell's own ones, which hold records, then
  /// those set with `let`, then those of the environment.
  ///
  /// The values of environment variables are not shown, since some may be tokens.
  func candidates(
    for variable: OpenVariable, at place: CursorPlace
  ) -> [Completion.Candidate] {
    let texts = shell.variables.summaries
    let own = texts.sorted { $0.key < $1.key }.map {
      (name: $0.key, abstract: String.abstract(of: $0.value))
    }
    let environment = shell.host.process.variableNames.filter {
      texts[$0] == nil && $0 != Variables.lastResult && Self.isName($0)
    }.sorted()
      .map { (name: $0, abstract: "environment") }
    let found = (own + environment).filter { $0.name.utf8.starts(with: variable.name.utf8) }
      .prefix(CompletionQuery.limit).map { name, abstract in
        Completion.Candidate(
          variable.isBraced ? "${\(name)}" : "$\(name)", label: name, abstract: abstract,
          endsWord: !variable.isQuoted)
      }
    var records = [
      (name: Variables.lastResult, abstract: "the last result"),
      (name: Variables.response, abstract: "the last response"),
    ]
    if readsItem(place) { records.append((name: Variables.item, abstract: "the record")) }
    if eventPattern(at: place) != nil {
      records.append((name: Variables.event, abstract: "the event"))
    }
    // A field follows.
    return records.filter { $0.name.hasPrefix(variable.name) }.map { name, abstract in
      Completion.Candidate(
        variable.isBraced ? "${\(name)" : "$\(name)", label: name, abstract: abstract,
        endsWord: false)
    } + found
  }

  /// Returns the variable's fields that match the typed name; nil if the variable holds text.
  func candidates(
    for field: OpenField, at place: CursorPlace
  ) -> [Completion.Candidate]? {
    let names: [String]
    if field.variable == Variables.item, readsItem(place) {
      names = field.path.isEmpty ? fieldsOfItem(place) : []
    } else if field.variable == Variables.event, let pattern = eventPattern(at: place) {
      names = field.path.isEmpty ? fields(of: pattern) : []
    } else if let fields = shell.variables.fields(of: field.variable, at: field.path) {
      names = fields
    } else {
      return nil
    }
    return names.lazy.filter { Self.isName($0) && $0.utf8.starts(with: field.name.utf8) }
      .prefix(CompletionQuery.limit).map {
        Completion.Candidate(
          field.isBraced ? "\($0)}" : $0, label: $0, endsWord: !field.isQuoted)
      }
  }

  /// Replaces a word's variables; if one is not defined, the result is empty.
  func expanded(_ word: Word) -> Word {
    guard case .composed(let parts) = word.content else { return word }
    return word.replaced(by: text(of: parts) ?? "")
  }

  /// Expands the parts of a word; nil if a variable is not defined, or holds records, which could take long
  /// to format as JSON.
  func text(of parts: [Word.Part]) -> String? {
    guard !parts.isEmpty else { return "" }
    let usesRecords = parts.contains { part in
      // A value is not calculated while the user types.
      if case .expression = part { return true }
      guard case .variable(let variable) = part else { return false }
      return [Variables.lastResult, Variables.response].contains(variable.name)
        || shell.variables.values[variable.name]?.isText == false
    }
    if usesRecords { return nil }
    let word = Word(content: .composed(parts), start: 0, end: 0, isQuoted: true)
    return try? shell.variables.expand(word)
  }

  private static func isName(_ text: String) -> Bool {
    text.utf8.first.map(ByteClass.beginsName) == true
      && text.utf8.allSatisfy(ByteClass.continuesName)
  }
}
