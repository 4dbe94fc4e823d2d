import SeashellKit

struct GrepModules: ImmediateCommand {
  let state: ModulesState
  let words = Argument<[String]>(
    "WORD", "a part of a name or a description, in any case", atLeastOne: true)
  private static let columns = [Column("command"), Column("abstract")]
  var specification: CommandSpecification {
    CommandSpecification(
      "grep",
      abstract: "Find commands of all modules and APIs by their names and descriptions",
      discussion: """
        A command is listed if it has all the words. 'help NAME WORD' searches one API, and also the ids, paths \
        and tags of its operations.
        """,
      examples: [.init("modules grep unload", "lists the commands that are about unloading")],
      parameters: [words], columns: Self.columns)
  }

  func runAtOnce(_ invocation: Invocation) throws {
    let words = invocation[words].map { $0.lowercased() }
    try invocation.output.columns(Self.columns)
    var isEmpty = true
    func find(_ path: String, _ abstract: String, _ discussion: String = "") throws {
      let text = "\(path)\n\(abstract)\n\(discussion)".lowercased()
      guard words.allSatisfy({ text.contains($0) }) else { return }
      isEmpty = false
      try invocation.output.row([.text(path), .text(abstract)])
    }
    for module in state.host.modules where module.contributions.source == nil {
      for command in state.host.specifications(of: module.name) {
        let path = ToolNames.path(of: command.name, in: module.name)
        try find(path, command.abstract, command.discussion)
      }
    }
    // Creating the commands of all APIs for their discussions would take seconds.
    invocation.catalogue.openAPIs()
    for command in invocation.catalogue.commands where command.isDeferred {
      try find(command.path, command.abstract)
    }
    if isEmpty {
      invocation.report(
        "no command has '\(words.joined(separator: "' and '"))' in its name or description")
    }
  }
}
