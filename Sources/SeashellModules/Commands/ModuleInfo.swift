import SeashellKit

struct ModuleInfo: ImmediateCommand {
  let state: ModulesState
  let name = Argument<String>("MODULE", "the module", completion: "modules")
  var specification: CommandSpecification {
    CommandSpecification(
      "info",
      abstract: "Show what is known of a module",
      discussion: """
        For an added module: what is started, what it may request of the API, and the first digits of \
        SHA-256 of its files. Of its variables and headers only the names are shown. 'modules info \
        modules' shows the limits of all added modules.
        """,
      examples: [.init("modules info modules", "shows the module of this command")],
      parameters: [name])
  }

  func runAtOnce(_ invocation: Invocation) throws {
    let entry = try invocation.pointing(at: name) { try state.entry(named: invocation[name]) }
    let fields = ModulesView.fields(entry, in: state)
    try invocation.output.record(fields.map { Column($0.name) }, fields.map(\.value))
  }
}
