import ShellCommands
package import ShellLanguage
import ShellOutput

/// Finds the command at the beginning of some words, or suggests the nearest one.
@MainActor
package struct CommandResolver {
  private let shell: Shell

  package init(_ shell: Shell) {
    self.shell = shell
  }

  /// Returns the command at the beginning of a statement's words.
  ///
  /// - Throws: ``ShellError`` that suggests the nearest name.
  package func entry(for words: [Word]) throws -> CommandTable.Entry {
    guard !words.isEmpty else { throw ShellError(.usage, "there is no command") }
    let first = words.text(at: 0)
    // Most lines of a script run the same command as the line before.
    if let last = shell.lastUsed.builtin, last.path == first { return last }
    if let builtin = shell.modules.builtins[first] {
      switch first {
      case "ls": return shell.places.listing(for: words[...]) ?? builtin
      case "events" where words.count > 1: try checkRenamed(first, words.text(at: 1), at: 0)
      case "events": break
      default: shell.lastUsed.builtin = builtin
      }
      return builtin
    }
    if shell.isTyped, let synonym = Self.synonyms[first],
      let builtin = shell.modules.builtins[synonym]
    {
      return builtin
    }
    if let entry = lastOfModule(words) { return entry }
    let entry = try entry(words[...], at: 0)
    // After the name of an API, a command of two words may depend on the third.
    if entry.depth == 3
      || entry.depth == 2 && entry.module == first && !shell.host.environments.isAPI(first)
    {
      shell.lastUsed.ofModule = .init(
        words: words.prefix(entry.depth).map(\.text),
        currentAPI: shell.host.environments.currentAPI, version: shell.modules.version,
        entry: entry)
    }
    return entry
  }

  /// Returns the module command that was found last, if these words mean it again.
  private func lastOfModule(_ words: [Word]) -> CommandTable.Entry? {
    guard let last = shell.lastUsed.ofModule, words.count >= last.words.count,
      last.version == shell.modules.version,
      last.words.indices.allSatisfy({
        words[$0].text == last.words[$0] && ($0 == 0 || !words[$0].hasData)
      }),
      last.currentAPI == shell.host.environments.currentAPI
    else { return nil }
    return last.entry
  }

  /// Returns the command named by the arguments of `help`.
  ///
  /// - Throws: ``ShellOutput/ShellError`` that suggests the nearest name.
  package func entry(named texts: [String]) throws -> CommandTable.Entry {
    if let builtin = texts.first.flatMap({ shell.modules.builtins[$0] ?? shell.modules.stages[$0] })
    {
      return builtin
    }
    return try entry(texts.map { Word($0) }[...], at: 1)
  }

  private func entry(_ words: ArraySlice<Word>, at index: Int) throws -> CommandTable.Entry {
    do {
      return try found(words, at: index)
    } catch let error as ShellError where error.code == .unknownCommand {
      guard var former = shell.modules.former(words) else { throw error }
      former.word = index
      throw former
    }
  }

  /// Finds what begins with a word that is no module's name: an API, a stage, a command of a place, an operation.
  private func foundOutsideModules(
    _ words: ArraySlice<Word>, _ name: String, at index: Int
  ) throws -> CommandTable.Entry {
    if shell.host.environments.isAPI(name) { return try entry(inAPI: words, at: index) }
    if shell.modules.isKnownButNotLoaded(name) {
      throw ShellError(
        .unknownCommand, "the module '\(name)' is disabled",
        hint: "run 'modules enable \(name)'", word: index)
    }
    if let stage = shell.modules.stages[name] { return stage }
    if let entry = shell.places.command(named: name) { return entry }
    let environments = shell.host.environments
    if let api = environments.currentAPI, api != environments.ownAPI {
      // The reason why its operations are not known makes the better error.
      try environments.openAPI(api)
      if let entry = shell.modules.operation(name) { return entry }
      if let group = shell.modules.plural(of: name, in: api) {
        return try found([Word(group)] + words.dropFirst(), at: index)
      }
    }
    throw unknown(name, at: index)
  }

  private func found(_ words: ArraySlice<Word>, at index: Int) throws -> CommandTable.Entry {
    let module = words.first?.text ?? ""
    let command = words.dropFirst().first?.text
    guard let commands = try commands(of: module) else {
      return try foundOutsideModules(words, module, at: index)
    }
    try shell.modules.check(module)
    if let sole = commands.sole { return sole }
    // A group of an API may have the same name as an operation's id; within a group, the operation has its
    // own name.
    if let entry = shell.modules.command(inAPI: words) { return entry }
    if let entry = commands.command(before: words.dropFirst().first) { return entry }
    if let command, command != module, shell.host.environments.isAPI(module),
      shell.modules.commands(of: command, in: module) != nil
    {
      return try entry(inAPI: words, at: index)
    }
    if let entry = commands.whenAlone, command.map(Self.isOptionOfDefault) ?? true { return entry }
    guard let command else {
      // An API's own module has groups of commands.
      let groups = shell.modules.modules(in: module).map(\.name).filter { $0 != module }
      let names = groups + commands.names
      let what =
        groups.isEmpty
        ? "a command" : commands.names.isEmpty ? "a group and a command" : "a group or a command"
      throw ShellError(
        .usage,
        names.count > Self.mostNames
          ? "'\(module)' needs \(what): it has \(names.count)"
          : "'\(module)' needs \(what): \(names.joined(separator: ", "))",
        hint: "help \(module)", word: index)
    }
    if Self.asksForHelp(words.dropFirst().first) {
      return help(command, ofModule: module, ofAPI: nil)
    }
    if commands.hasSecretWords, Spelling.nearest(to: command, among: commands.names) == nil {
      throw ShellError(
        .unknownCommand, "\(module) has no such command", hint: "help \(module)", word: index + 1)
    }
    try checkRenamed(module, command, at: index)
    let groups = shell.modules.modules(in: module).map(\.name).filter { $0 != module }
    let known = groups + commands.everyName.sorted()
    if let nearest = nearest(to: command, among: known) {
      throw notACommand(
        "\(module) \(command)", hint: "did you mean '\(module) \(nearest)'?", at: index + 1)
    }
    let other = apis.first { shell.modules.commands(of: module, in: $0)?[command] != nil }
    throw notACommand(
      "\(module) \(command)",
      hint: other.map { "it is one of the API '\($0)': write '\($0) \(module) \(command)'" }
        ?? "see 'help \(module)'",
      at: index + 1)
  }

  /// The name that a word is like, or whose meaning it has.
  private func nearest(to word: String, among names: [String]) -> String? {
    Spelling.nearest(to: word, among: names)
      ?? shell.host.help.names(meaning: word).first(where: names.contains)
  }

  /// The current names of renamed commands, by their old names.
  private static let renamed = [
    "events list": "events", "modules load": "modules enable", "modules unload": "modules disable",
  ]

  /// Throws an error that names the current command, if two words are the old name of one.
  private func checkRenamed(_ first: String, _ second: String, at index: Int) throws {
    guard let name = Self.renamed["\(first) \(second)"] else { return }
    throw notACommand("\(first) \(second)", hint: "did you mean '\(name)'?", at: index + 1)
  }

  /// The most commands that an error lists.
  private static let mostNames = 40

  private func help(
    _ flag: String, ofModule module: String, ofAPI api: String?
  ) -> CommandTable.Entry {
    let entry = CommandTable.Entry(
      command: ModuleHelp(flag: flag, module: module, api: api), module: module, of: api,
      program: shell.host.identity.name)
    return api == nil ? entry : entry.behindAPI
  }

  private func entry(inAPI words: ArraySlice<Word>, at index: Int) throws -> CommandTable.Entry {
    let api = words.first?.text ?? ""
    if let entry = shell.modules.command(inAPI: words) { return entry }
    let names = shell.modules.modules(in: api).map(\.name).filter { $0 != api }
    guard let typed = words.dropFirst().first?.text else {
      throw ShellError(
        .usage, "'\(api)' is an API, and needs a command",
        hint: names.isEmpty
          ? "'api show \(api)' shows it" : "\(api) \(names.joined(separator: "|")) …",
        word: index)
    }
    let name = shell.modules.plural(of: typed, in: api) ?? typed
    guard let commands = shell.modules.commands(of: name, in: api) else {
      let nearest = Spelling.nearest(to: name, among: names)
      throw notACommand(
        "\(api) \(name)", hint: nearest.map { "did you mean '\(api) \($0)'?" } ?? "help \(api)",
        at: index + 1)
    }
    guard let command = words.dropFirst(2).first?.text else {
      throw ShellError(
        .usage, "'\(api) \(name)' needs a command: \(commands.names.joined(separator: ", "))",
        hint: "help \(api) \(name)", word: index + 1)
    }
    if Self.asksForHelp(words.dropFirst(2).first) {
      return help(command, ofModule: name, ofAPI: api)
    }
    let nearest = nearest(to: command, among: commands.names)
    throw notACommand(
      "\(api) \(name) \(command)",
      hint: nearest.map { "did you mean '\(api) \(name) \($0)'?" } ?? "see 'help \(api) \(name)'",
      at: index + 2)
  }

  /// Returns the commands of a module, including one that another shell has just added, and one of an API
  /// whose description has not been read yet.
  private func commands(of module: String) throws -> CommandTable? {
    if let commands = shell.modules.commands(of: module) { return commands }
    if shell.host.environments.isAPI(module) {
      try shell.host.environments.openAPI(module)
      if let commands = shell.modules.commands(of: module) { return commands }
    }
    guard shell.modules.stages[module] == nil, shell.places.command(named: module) == nil else {
      return nil
    }
    shell.modules.catchUp()
    return shell.modules.commands(of: module)
  }

  private static func asksForHelp(_ word: Word?) -> Bool {
    word?.looksLikeOption == true && ["-h", "--help"].contains(word?.text)
  }

  /// Whether a word after a module's name is an option of its default command.
  private static func isOptionOfDefault(_ word: String) -> Bool {
    word.hasPrefix("-") && !["-h", "--help"].contains(word)
  }

  /// Names of other shells' commands that work at a prompt.
  private static let synonyms = ["quit": "exit", "?": "help"]

  /// Whether an error about an argument of `help` says more than that the command does not exist: it makes a
  /// suggestion, or the module exists.
  package func explainsMore(_ error: any Error, of name: String) -> Bool {
    guard let error = error as? ShellError else { return true }
    return error.hint?.hasPrefix("did you mean") == true || shell.modules.module(name) != nil
      || shell.modules.isKnownButNotLoaded(name)
  }

  private func unknown(_ name: String, at index: Int) -> ShellError {
    for api in apis
    where shell.modules.commands(of: name, in: api) != nil
      || shell.modules.commands(of: api, in: api)?[name] != nil
    {
      return notACommand(
        name, hint: "it is one of the API '\(api)': write '\(api) \(name)'", at: index)
    }
    let (commands, hasMore) = shell.host.help.suggestions(for: name, in: shell)
    let help = "'help \(name.lowercased())'"
    if !commands.isEmpty {
      let names = Self.list(commands.map(Self.typed))
      return notACommand(
        name, hint: "did you mean \(names)?" + (hasMore ? " \(help) finds more" : ""), at: index)
    }
    if hasMore { return notACommand(name, hint: "see \(help)", at: index) }
    var names = shell.modules.operations?.everyName.sorted() ?? []
    names += shell.modules.builtins.names + shell.modules.stages.names + shell.modules.names
    names += shell.places.commands.map(\.specification.name) + apis
    let nearest = Spelling.nearest(to: name, among: names)
    let suggestion = nearest.map { name in
      shell.modules.builtins[name]?.path ?? shell.modules.everyStage[name].map(Self.typed) ?? name
    }
    return notACommand(
      name, hint: suggestion.map { "did you mean '\($0)'?" } ?? "see 'help' or 'help finding'",
      at: index)
  }

  private var apis: [String] {
    let environments = shell.host.environments
    return [environments.ownAPI].compactMap(\.self) + environments.otherAPIs
  }

  /// A command as typed, with `|` before a stage that needs records.
  private static func typed(_ entry: CommandTable.Entry) -> String {
    entry.stageRole != nil && !entry.beginsPipelines
      ? "| \(entry.path)" : entry.path
  }

  private static func list(_ names: [String]) -> String {
    names.map { "'\($0)'" }.listed()
  }

  private func notACommand(_ typed: String, hint: String, at index: Int) -> ShellError {
    // Such as a no-break space, which cannot be told from a blank.
    let blank = typed.unicodeScalars.first { $0.value > 0x7F && $0.properties.isWhitespace }
    let code = blank.map { String($0.value, radix: 16, uppercase: true) }
    return ShellError(
      .unknownCommand, "'\(SecretGuard(shell).masked(typed))' is not a command",
      hint: code.map { code in
        "it contains the character U+\(String(repeating: "0", count: max(0, 4 - code.count)))\(code), "
          + "which only looks like a blank"
      } ?? hint, word: index)
  }
}

private struct ModuleHelp: ImmediateCommand {
  let specification: CommandSpecification
  private let module: String
  private let api: String?

  /// - Parameter api: the API's name before the module's, if there is one.
  init(flag: String, module: String, api: String?) {
    specification = CommandSpecification(flag, abstract: "List the commands of the module")
    (self.module, self.api) = (module, api)
  }

  func runAtOnce(_ invocation: Invocation) throws {
    let shell = try invocation.shell
    try invocation.output.text(shell.host.help.text(ofModule: module, ofAPI: api, in: shell))
  }
}
