import ShellCommands
import ShellOutput

struct HelpCommand: ImmediateCommand {
  unowned let state: ShellState
  unowned let resolver: CommandResolver
  let topic = Argument<[String]>(
    "COMMAND", "a module, a command, both, a stage, or a page about the language",
    completion: "commands")
  var specification: CommandSpecification {
    CommandSpecification(
      "help",
      abstract: "List the commands, or show how to use one",
      examples: [
        .init("help", "lists every command"),
        .init("help print", "shows how to use a command"),
        .init("help pipelines", "tells how to filter, sort and loop"),
      ],
      parameters: [topic])
  }

  func runAtOnce(_ invocation: Invocation) throws {
    try invocation.output.text(try text(of: invocation[topic]))
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
