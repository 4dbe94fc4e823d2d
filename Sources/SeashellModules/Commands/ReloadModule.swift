import SeashellKit

struct ReloadModule: Command {
  let state: ModulesState
  let name = Argument<String>("MODULE", "an added module", completion: "modules.enabled")
  private static let columns = [Column("tool"), Column("change")]
  var specification: CommandSpecification {
    CommandSpecification(
      "reload",
      abstract: "Start an added module anew, and compare its tools",
      discussion: """
        It lists the tools that were added, removed or changed. A module that stopped after failures is \
        started again.
        """,
      examples: [.init("modules reload clock", "starts the module clock anew")],
      parameters: [name], columns: Self.columns)
  }

  func run(_ invocation: Invocation) async throws {
    let (record, control) = try invocation.pointing(at: name) { try state.added(invocation[name]) }
    let changes = try await control.reload(record.name)
    try invocation.output.columns(Self.columns)
    for (tools, change) in [
      (changes.added, "added"), (changes.removed, "removed"), (changes.changed, "changed"),
    ] {
      for tool in tools { try invocation.output.row([.text(tool), .text(change)]) }
    }
    if changes.isEmpty { invocation.report("'\(record.name)' has the same tools as before") }
  }
}
