import ShellCommands
import ShellOutput

struct HelpCommand: ImmediateCommand {
  unowned let state: ShellState
  unowned let resolver: CommandResolver
  let topic = Argument<[String]>(
    "COMMAND", "a module, a command, both, a stage, or a page about the language",
    completion: "commands")
  let man = Flag(
    "man",
    "print a page of the manual as roff: the program's, that of a module, or 'language'; 'list' lists the pages"
  )
  var specification: CommandSpecification {
    CommandSpecification(
      "help",
      abstract: "List the commands, or show how to use one",
      examples: [
        .init("help", "lists every command"),
        .init("help print", "shows how to use a command"),
        .init("help pipelines", "tells how to filter, sort and loop"),
        .init("help --man language", "prints the manual page about the language"),
      ],
      parameters: [topic, man])
  }

  func runAtOnce(_ invocation: Invocation) throws {
    let topic = invocation[topic]
    try invocation.output.text(
      invocation[man] ? try manual(topic) : try text(of: topic))
  }

  /// Returns a page of the manual, or the list of the pages.
  private func manual(_ words: [String]) throws -> String {
    let pages = ManualPage.all(of: state)
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
    return ManualWriter(state).text(of: page)
  }

  private func text(of topic: [String]) throws -> String {
    let help = CommandHelp(state)
    guard let name = topic.first else { return help.overview() }
    if topic.count == 1, let text = help.text(ofModule: name) { return text }
    if topic.count == 1, let text = help.text(ofTopic: name) { return text }
    let entry: CommandTable.Entry
    do {
      entry = try resolver.entry(named: topic)
    } catch {
      guard topic.count == 1, let text = help.text(ofTopicFoundBy: name) else { throw error }
      return text
    }
    guard topic.count == entry.depth else {
      throw ShellError(.usage, "'\(entry.path)' has no subcommands", word: entry.depth + 1)
    }
    return help.text(for: entry)
  }
}

struct VersionCommand: ImmediateCommand {
  let identity: ShellIdentity
  let specification = CommandSpecification(
    "version",
    abstract: "Print the shell's version",
    examples: [.init("version", "prints the name and the version")])

  func runAtOnce(_ invocation: Invocation) throws {
    try invocation.output.text("\(identity.name) \(identity.version)")
  }
}
