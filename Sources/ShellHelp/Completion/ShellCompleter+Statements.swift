import ShellLanguage
import ShellCommands
import ShellRuntime

extension ShellCompleter {
  /// Suggests first words of a statement: commands, modules and, at a prompt, aliases.
  func names(for prefix: String, withAliases: Bool) -> [Suggestion] {
    var found: [String: String] = [:]
    for entry in shell.modules.builtins.all + shell.modules.stages.all.filter(\.beginsPipelines) {
      found[entry.specification.name] = entry.specification.abstract
    }
    for module in shell.modules.commandModules where found[module.name] == nil {
      found[module.name] = module.abstract
    }
    for api in shell.host.environments.otherAPIs where found[api] == nil { found[api] = "an API" }
    for entry in shell.places.commands where found[entry.specification.name] == nil {
      found[entry.specification.name] = entry.specification.abstract
    }
    for (name, command) in shell.definitions { found[name] = command.usage }
    for (word, abstract) in Self.keywords where found[word] == nil { found[word] = abstract }
    if withAliases, shell.isTyped {
      for (name, alias) in shell.aliases { found[name] = .abstract(of: alias.text) }
    }
    let suggestions = found.sorted { $0.key < $1.key }.map { Suggestion($0.key, $0.value) }
      .filter { $0.begins(with: prefix) }
    return suggestions.isEmpty
      ? shell.modules.operations.map { Self.names(of: $0, for: prefix) } ?? [] : suggestions
  }

  /// The words that begin statements of the language.
  static let keywords = [
    ("if", "Run a block if a condition is true"), ("for", "Run a block for each item of a list"),
    ("def", "Make a command of statements"), ("try", "Handle the failure of a block"),
    ("run", "Run a program"), ("expect", "Check the last response, or what a block comes to"),
    ("before", "Run a block before each test"), ("after", "Run a block after each test"),
  ]

  /// Whether a word begins a statement of the language, or a part of one.
  static func isKeyword(_ word: String) -> Bool {
    word == "else" || keywords.contains { $0.0 == word }
  }

  func statement(ofAliased words: [Word], for typed: TypedWord) -> [Suggestion] {
    statement(shell.unaliased(words).map(expanded)[...], for: typed)
  }

  /// `depth` is how many commands before these words run other commands.
  func statement(
    _ words: ArraySlice<Word>, for typed: TypedWord, depth: Int = 0
  ) -> [Suggestion] {
    guard depth <= Bound.maximumDepth else { return [] }
    guard let first = words.first?.text else { return names(for: typed.text, withAliases: false) }
    if first == "let", let command = Assignment(words.dropFirst())?.values {
      return statement(command[...], for: typed, depth: depth + 1)
    }
    if let api = words.first, isUnopenedAPI(api) { try? shell.host.environments.openAPI(first) }
    if first == "on", let entry = shell.modules.command(of: words) {
      return rule(words, of: entry, for: typed, depth: depth)
    }
    if typed.text.hasPrefix("-"), let entry = shell.places.listing(for: words) {
      return arguments(of: entry, words.dropFirst(), for: typed, depth: depth)
    }
    if let entry = shell.modules.command(of: words) {
      return (words.count <= 2 ? path(behind: Array(words), for: typed.text) : [])
        + arguments(of: entry, words.dropFirst(entry.depth), for: typed, depth: depth)
    }
    if let stage = shell.modules.stages[first], stage.beginsPipelines {
      return arguments(of: stage, words.dropFirst(), for: typed, depth: depth)
    }
    if words.count <= 2, shell.host.environments.isAPI(first) {
      if words.count == 1 { return next(behindAPI: first, for: typed.text) }
      let group = words[words.startIndex + 1].text
      if let commands = shell.modules.commands(of: group, in: first) {
        return Self.names(of: commands, for: typed.text)
      }
    }
    if shell.modules.commands(of: first) == nil, let entry = shell.places.command(named: first) {
      return arguments(of: entry, words.dropFirst(), for: typed, depth: depth)
    }
    guard let commands = shell.commands(of: first) else { return [] }
    return words.count == 1 ? Self.names(of: commands, for: typed.text) : []
  }

  /// Suggests the words after an API's name: its modules, or its operations if no module matches.
  private func next(behindAPI name: String, for prefix: String) -> [Suggestion] {
    let modules = shell.modules.modules(in: name).map(\.name)
      .filter { $0 != name && $0.hasPrefix(prefix) }
      .map { Suggestion($0) }
    guard let own = shell.modules.commands(of: name, in: name) else { return modules }
    let listed = own.summaries.map { Suggestion($0.command.name, $0.command.abstract) }
      .filter { $0.begins(with: prefix) }
    return modules.isEmpty && listed.isEmpty ? Self.names(of: own, for: prefix) : listed + modules
  }

  func path(behind words: [Word], for prefix: String) -> [Suggestion] {
    switch words.count {
    case 0:
      names(for: prefix, withAliases: false) + Self.names(of: shell.modules.everyStage, for: prefix)
    case 1 where shell.host.environments.isAPI(words[0].text):
      next(behindAPI: words[0].text, for: prefix)
    case 2 where shell.host.environments.isAPI(words[0].text):
      shell.modules.commands(of: words[1].text, in: words[0].text).map {
        Self.names(of: $0, for: prefix)
      } ?? []
    case 1:
      shell.modules.commands(of: words[0].text).map { commands in
        commands.sole == nil ? Self.names(of: commands, for: prefix) : []
      } ?? []
    default: []
    }
  }

  static func names(of commands: [CommandTable.Entry], for prefix: String) -> [Suggestion] {
    commands.map { Suggestion($0.specification.name, $0.specification.abstract) }
      .filter { $0.begins(with: prefix) }
  }

  /// Suggests the names of all commands in a table, without creating them.
  ///
  /// Hidden commands appear only if no other one matches.
  static func names(of commands: CommandTable, for prefix: String) -> [Suggestion] {
    let listed = commands.summaries.map { Suggestion($0.command.name, $0.command.abstract) }
      .filter { $0.begins(with: prefix) }
    guard listed.isEmpty, !prefix.isEmpty else { return listed }
    return commands.unlisted.map { Suggestion($0.name, $0.abstract) }
      .filter { $0.begins(with: prefix) }
  }

  func arguments(
    of entry: CommandTable.Entry, _ words: ArraySlice<Word>, for typed: TypedWord, depth: Int = 0
  ) -> [Suggestion] {
    let place = ArgumentPlace(
      entry.binder, words, at: shell.places.values(for: entry.api), of: entry.api)
    if let option = place.awaitedOption {
      return values(of: entry.binder.options[option], for: typed, at: place)
    }
    var options: [Suggestion] = []
    let takesOptions = place.takesOptions && typed.mayBeOption
    if takesOptions, let (option, head) = place.option(in: typed.text) {
      var value = typed
      value.text = String(Substring(typed.text.utf8.dropFirst(head.utf8.count)))
      return values(of: option, for: value, at: place).map { value in
        Suggestion(
          head + value.text, value.abstract, label: value.label ?? value.text,
          endsWord: value.endsWord)
      }
    }
    if takesOptions, typed.text.utf8.first == UInt8(ascii: "-") {
      options = place.options(beginningWith: typed.text)
      guard entry.specification.optionParsing == .knownOnly else { return options }
    }
    var readings = place.readings
    if takesOptions, typed.text.isEmpty, readings.isEmpty || place.isFilledByPlace {
      options = place.options(beginningWith: "")
    }
    // A longer list would hide the suggestions that fit the place; a user who wants another one starts typing
    // it.
    if typed.text.isEmpty, readings.first?.usesPlace == true {
      readings.removeAll { !$0.usesPlace }
    }
    let command = entry.command as? any DescribedCommand
    let hidesOptions = takesOptions && entry.specification.optionParsing != .knownOnly
    let values = readings.flatMap { reading -> [Suggestion] in
      let argument = reading.argument
      if argument.completion == "statements" {
        if entry.stageRole?.readsItem == true, place.positionals.first?.marksProgram == true {
          return program(Array(place.positionals.dropFirst()), for: typed)
        }
        return statement(place.positionals[...], for: typed, depth: depth + 1)
      }
      if argument.isRepeating, argument.completion == nil, let command {
        return properties(of: command, for: typed.text, behind: place.positionals)
      }
      var query = query(
        typed.text, place.values(among: reading.count), fields: typed.fields)
      query.api = place.api
      (query.kinds, query.examples) = (typed.kinds, typed.examples)
      return suggestions(
        argument.type, argument.completion, isLong: argument.isLong, for: query,
        behind: place.positionals
      ).filter { !(hidesOptions && $0.looksLikeOption) }
    }
    let isNamed = values.isEmpty && takesOptions && !typed.text.isEmpty
    return values + options + (isNamed ? place.assignments(beginningWith: typed.text) : [])
  }

  /// Suggests the beginnings of words `NAME=VALUE` for properties that no word before gives.
  private func properties(
    of command: any DescribedCommand, for prefix: String, behind words: [Word]
  ) -> [Suggestion] {
    command.properties.filter { name, _ in
      !words.contains { $0.text.hasPrefix("\(name)=") || $0.text.hasPrefix("\(name):=") }
    }.map { Suggestion("\($0)=", $1, endsWord: false) }.filter { $0.begins(with: prefix) }
  }

  /// Integer ranges with more values than this are not suggested.
  private static let mostNumbers = 20

  private static func isShort(_ range: ClosedRange<Int>) -> Bool {
    let (distance, overflow) = range.upperBound.subtractingReportingOverflow(range.lowerBound)
    return !overflow && distance < mostNumbers
  }

  private func values(
    of option: OptionSpecification, for typed: TypedWord, at place: ArgumentPlace
  ) -> [Suggestion] {
    var query = query(typed.text, place.values(), fields: typed.fields)
    query.api = place.api
    return suggestions(
      option.type, option.completion, isLong: option.isLong, for: query, behind: [])
  }

  private func suggestions(
    _ type: ValueType, _ kind: CompletionKind?, isLong: Bool, for query: CompletionQuery,
    behind words: [Word]
  ) -> [Suggestion] {
    if isLong, query.prefix.utf8.first == UInt8(ascii: "@") {
      return Self.fileReferences(for: query.prefix)
    }
    switch type {
    // Its suggestions say what each setting is for.
    case .choice where kind == "settings": break
    case .choice(let words): return words.filter { query.matches($0) }.map { Suggestion($0) }
    case .integer(let range?) where Self.isShort(range):
      return range.map(String.init).filter { query.matches($0) }.map { Suggestion($0) }
    case .text, .integer, .number, .date, .file, .custom: break
    }
    return kind.map { suggestions(of: $0, for: query, behind: words) } ?? []
  }
}

extension Shell {
  /// Returns the commands of a module, or of a group of the current API by its name in singular.
  func commands(of name: String) -> CommandTable? {
    modules.commands(of: name)
      ?? host.environments.currentAPI.flatMap { modules.commands(of: name, in: $0) }
  }
}
