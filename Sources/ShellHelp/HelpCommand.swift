import ShellCommands
import ShellOutput
import ShellRuntime

struct HelpCommand: ImmediateCommand {
  let topic = Argument<[String]>(
    "WORD", "a command, a module, a stage, a page, or any word to find them by",
    completion: "help")
  let man = Flag(
    "man",
    "print a page of the manual as roff: the program's, that of a module, or 'language'; 'list' lists the pages"
  )
  var specification: CommandSpecification {
    CommandSpecification(
      "help",
      abstract: "Show how to use a command, or find one",
      discussion: """
        Without a word it lists all commands and pages by name; 'help commands' says what each does, \
        'help topics' lists the pages. 'help NAME WORD' finds commands of the API NAME. With -o json it writes the same as data: 'help finding' tells \
        more.
        """,
      examples: [
        .init("help", "lists every command and page"),
        .init("help print", "shows how to use a command"),
        .init("help pipelines", "tells how to filter, sort and loop"),
        .init("help colour", "finds what is about colours"),
        .init("help events", "shows the command, and then the page of that name"),
        .init("help --man language", "prints the manual page about the language"),
      ],
      parameters: [topic, man], changesData: false)
  }

  func runAtOnce(_ invocation: Invocation) throws {
    let shell = try invocation.shell
    let words = invocation[topic]
    shell.modules.catchUp()
    if invocation[man] { return try invocation.output.text(manual(words, of: shell)) }
    let subject = try subject(of: words, in: shell)
    guard try wantsData(invocation) else {
      return try invocation.output.text(CommandHelp(shell).text(of: subject))
    }
    try HelpData(shell).write(subject, to: invocation.output)
  }

  /// Returns a page of the manual, or the list of the pages.
  private func manual(_ words: [String], of shell: Shell) throws -> String {
    let pages = ManualPage.all(of: shell)
    guard words.count <= 1 else {
      throw ShellError(.usage, "--man takes the name of one page", word: 2)
    }
    if words.first == ManualPage.list {
      return pages.map { "\($0.name).\($0.section)\t\($0.page ?? "")" }.joined(separator: "\n")
    }
    guard let page = pages.first(where: { $0.page == words.first }) else {
      throw ShellError(
        .unknownCommand, "there is no manual page '\(words[0])'",
        hint: "'help --man list' lists the pages")
    }
    return ManualWriter(shell).text(of: page)
  }

  /// Whether to write data: if -o asks for JSON or, in a script, the setting does.
  ///
  /// A user who has set JSON for results at a prompt still wants readable help.
  private func wantsData(_ invocation: Invocation) throws -> Bool {
    let shell = try invocation.shell
    return
      (try invocation.arguments.outputFormat.map(OutputFormat.init(named:))
      ?? (invocation.isTyped ? nil : shell.settings.output))?.isJSON ?? false
  }

  private func subject(of words: [String], in shell: Shell) throws -> HelpSubject {
    let help = CommandHelp(shell)
    guard let name = words.first else { return .overview }
    if shell.modules.module(name) == nil, shell.host.environments.isAPI(name) {
      try shell.host.environments.openAPI(name)
      if words.count == 1, shell.modules.module(name) == nil { return .api(name) }
    }
    if let only = onlyName(ofGroup: words, in: shell) {
      return .command(try CommandResolver(shell).entry(named: words + [only]))
    }
    if words.count == 1, shell.modules.builtins[name] == nil, help.module(name) != nil {
      return .module(name)
    }
    if words.count == 2, words[1] != name, shell.host.environments.isAPI(name),
      shell.modules.commands(of: words[1], in: name) != nil
    {
      return .group(words[1], ofAPI: name)
    }
    let entry: CommandTable.Entry
    do {
      entry = try CommandResolver(shell).entry(named: words)
    } catch {
      if let subject = try operations(words, in: shell) { return subject }
      if name == "topic", let topic = help.topic(Array(words.dropFirst())) {
        throw Self.nothing(about: words, hint: "write 'help \(topic.name)'")
      }
      if let subject = Self.found(words, help) { return subject }
      throw CommandResolver(shell).explainsMore(error, of: name)
        ? error : Self.nothing(about: words)
    }
    // A command with its module's name is also found after that name.
    guard words.count == entry.depth || words == [entry.path, entry.path] else {
      if let subject = try operations(words, in: shell) { return subject }
      if words.count > entry.depth, let subject = Self.found(words, help) { return subject }
      if help.module(name) != nil {
        throw ShellError(
          .unknownCommand, "'\(words.joined(separator: " "))' is not a command",
          hint: "see 'help \(name)'", word: 2)
      }
      throw ShellError(.usage, "'\(entry.path)' has no subcommands", word: entry.depth + 1)
    }
    return .command(entry)
  }

  /// Returns the name of the command that a group of an API's operations runs by its own name.
  private func onlyName(ofGroup words: [String], in shell: Shell) -> String? {
    switch words.count {
    case 1:
      shell.modules.builtins[words[0]] == nil
        ? shell.modules.commands(of: words[0])?.onlyName : nil
    case 2: shell.modules.commands(of: words[1], in: words[0])?.onlyName
    default: nil
    }
  }

  /// Returns the commands of an API that words behind its name find, if there are any.
  private func operations(_ words: [String], in shell: Shell) throws -> HelpSubject? {
    guard words.count > 1, shell.host.environments.isAPI(words[0]) else { return nil }
    let searched = Array(words.dropFirst())
    let hits = OperationSearch(words[0], shell.modules).hits(for: searched)
    guard let first = hits.first else { return nil }
    guard CommandHelp(shell).search.isClear(hits) else { return .hits(hits, words: searched) }
    return .command(
      try CommandResolver(shell).entry(
        named: first.name.split(separator: " ").map(String.init)))
  }

  private static func found(_ words: [String], _ help: CommandHelp) -> HelpSubject? {
    if words == ["topics"] { return .topics }
    if words == ["commands"] { return .commands }
    if let topic = help.topic(words) { return .topic(topic) }
    // An unknown command after a module's name is a mistake, not a word to search for.
    let isSearched = !HelpSynonyms.targets(of: words.joined(separator: " ").lowercased()).isEmpty
    if !isSearched,
      help.modules.module(words[0]) != nil || help.modules.isKnownButNotLoaded(words[0])
    {
      return nil
    }
    let hits = help.search.hits(for: words)
    guard let first = hits.first else { return nil }
    return help.search.isClear(hits)
      ? .found(first, related: Array(hits.dropFirst().prefix(5))) : .hits(hits, words: words)
  }

  private static func nothing(
    about words: [String], hint: String = "try another word, or see 'help' or 'help finding'"
  ) -> ShellError {
    ShellError(
      .unknownCommand, "help finds nothing for '\(words.joined(separator: " "))'", hint: hint,
      word: 1)
  }
}
