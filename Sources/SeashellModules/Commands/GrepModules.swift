import SeashellKit

struct GrepModules: ImmediateCommand {
  let state: ModulesState
  let words = Argument<[String]>(
    "WORD", "a part of a name or a description, in any case", atLeastOne: true)
  private static let columns = [Column("command"), Column("abstract")]
  var specification: CommandSpecification {
    CommandSpecification(
      "grep",
      abstract: "Find commands of all modules by their names and descriptions",
      discussion: "A command is listed if it has all the words.",
      examples: [.init("modules grep unload", "lists the commands that are about unloading")],
      parameters: [words], columns: Self.columns)
  }

  func runAtOnce(_ invocation: Invocation) throws {
    let words = invocation[words].map { $0.lowercased() }
    try invocation.output.columns(Self.columns)
    var isEmpty = true
    for module in state.host.modules {
      for command in state.host.specifications(of: module.name) {
        let path = ToolNames.path(of: command.name, in: module.name)
        let text = "\(path)\n\(command.abstract)\n\(command.discussion)".lowercased()
        guard words.allSatisfy({ text.contains($0) }) else { continue }
        isEmpty = false
        try invocation.output.row([.text(path), .text(command.abstract)])
      }
    }
    if isEmpty {
      invocation.report(
        "no command has '\(words.joined(separator: "' and '"))' in its name or description")
    }
  }
}
