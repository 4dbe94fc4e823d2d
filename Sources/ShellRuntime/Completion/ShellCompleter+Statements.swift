import ShellLanguage
import ShellCommands

extension ShellCompleter {
  /// Suggests first words of a statement: commands, modules and, at a prompt, aliases.
  func names(for prefix: String, withAliases: Bool) -> [Suggestion] {
    var found: [String: String] = [:]
    for entry in state.modules.builtins.all {
      found[entry.specification.name] = entry.specification.abstract
    }
    for module in state.modules.modules { found[module.name] = module.abstract }
    if withAliases, state.isTyped {
      for (name, alias) in state.aliases { found[name] = Suggestion.abstract(of: alias.text) }
    }
    return found.sorted { $0.key < $1.key }.map { Suggestion($0.key, $0.value) }
      .filter { $0.begins(with: prefix) }
  }

  /// Suggests the next word of a statement whose first word may be an alias.
  func statement(ofAliased words: [Word], for typed: TypedWord) -> [Suggestion] {
    statement(state.unaliased(words).map(expanded)[...], for: typed)
  }

  /// Suggests the next word of a statement.
  ///
  /// - Parameter depth: the number of commands before these words that run other commands.
  func statement(
    _ words: ArraySlice<Word>, for typed: TypedWord, depth: Int = 0
  ) -> [Suggestion] {
    guard depth <= ShellState.maximumCommandDepth else { return [] }
    guard let first = words.first?.text else { return names(for: typed.text, withAliases: false) }
    if let builtin = state.modules.builtins[first] {
      return arguments(of: builtin, words.dropFirst(), for: typed, depth: depth)
    }
    guard let commands = state.modules.commands(of: first) else { return [] }
    if let sole = commands.sole {
      return arguments(of: sole, words.dropFirst(), for: typed, depth: depth)
    }
    guard let second = words.dropFirst().first?.text else {
      return Self.names(of: commands, for: typed.text)
    }
    guard let entry = commands[second] else { return [] }
    return arguments(of: entry, words.dropFirst(2), for: typed, depth: depth)
  }

  /// Suggests the next word of a command's path, for `help`.
  func path(behind words: [Word], for prefix: String) -> [Suggestion] {
    switch words.count {
    case 0: names(for: prefix, withAliases: false)
    case 1:
      state.modules.commands(of: words[0].text).map { commands in
        commands.sole == nil ? Self.names(of: commands, for: prefix) : []
      } ?? []
    default: []
    }
  }

  private static func names(of commands: CommandTable, for prefix: String) -> [Suggestion] {
    commands.all.map { Suggestion($0.specification.name, $0.specification.abstract) }
      .filter { $0.begins(with: prefix) }
  }

  private func arguments(
    of entry: CommandTable.Entry, _ words: ArraySlice<Word>, for typed: TypedWord, depth: Int
  ) -> [Suggestion] {
    let place = ArgumentPlace(entry.binder, words)
    if let option = place.awaitedOption {
      return values(of: entry.binder.options[option], for: typed.text, at: place)
    }
    let takesOptions = place.takesOptions && typed.mayBeOption
    if takesOptions, typed.text.utf8.first == UInt8(ascii: "-") {
      guard let (option, head) = place.option(in: typed.text) else {
        return place.options(beginningWith: typed.text)
      }
      let text = String(Substring(typed.text.utf8.dropFirst(head.utf8.count)))
      return values(of: option, for: text, at: place).map { value in
        Suggestion(
          head + value.text, value.abstract, label: value.label ?? value.text,
          endsWord: value.endsWord)
      }
    }
    let next = place.nextArguments
    if next.isEmpty {
      return takesOptions && typed.text.isEmpty ? place.options(beginningWith: "") : []
    }
    return next.flatMap { argument, count in
      if argument.completion == "statements" {
        return statement(place.positionals[...], for: typed, depth: depth + 1)
      }
      let query = CompletionQuery(
        prefix: typed.text, values: place.values(among: count), whenAnswered: whenAnswered)
      return suggestions(
        argument.type, argument.completion, isLong: argument.isLong, for: query,
        behind: place.positionals
      ).filter { !(takesOptions && $0.looksLikeOption) }
    }
  }

  /// The largest range of integers whose values are all suggested.
  private static let mostNumbers = 20

  private static func isShort(_ range: ClosedRange<Int>) -> Bool {
    let (distance, overflow) = range.upperBound.subtractingReportingOverflow(range.lowerBound)
    return !overflow && distance < mostNumbers
  }

  private func values(
    of option: OptionSpecification, for prefix: String, at place: ArgumentPlace
  ) -> [Suggestion] {
    let query = CompletionQuery(
      prefix: prefix, values: place.values(), whenAnswered: whenAnswered)
    return suggestions(
      option.type, option.completion, isLong: option.isLong, for: query, behind: [])
  }

  private func suggestions(
    _ type: ValueType, _ kind: CompletionKind?, isLong: Bool, for query: CompletionQuery,
    behind words: [Word]
  ) -> [Suggestion] {
    if isLong, query.prefix.utf8.first == UInt8(ascii: "@") {
      return FileNames.suggestions(for: String(Substring(query.prefix.utf8.dropFirst()))).map {
        Suggestion("@" + $0.text, label: $0.label, endsWord: $0.endsWord)
      }
    }
    switch type {
    case .choice(let words): return words.filter { query.matches($0) }.map { Suggestion($0) }
    case .integer(let range?) where Self.isShort(range):
      return range.map(String.init).filter { query.matches($0) }.map { Suggestion($0) }
    case .text, .integer, .number, .date, .custom: break
    }
    return kind.map { suggestions(of: $0, for: query, behind: words) } ?? []
  }
}
