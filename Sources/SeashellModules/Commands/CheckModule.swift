import SeashellKit

struct CheckModule: Command {
  let state: ModulesState
  let control: any ModuleControl
  let words = Argument<[GivenText]>(
    "WORD", "an added module, or a command line after '--'", completion: "modules.added")
  let source = ModuleSourceOptions()
  private static let columns = [Column("severity"), Column("place"), Column("message")]
  var specification: CommandSpecification {
    CommandSpecification(
      "check",
      abstract: "Start a module, and list what its author should mend",
      discussion: """
        Every message and every schema is examined. The status is 1 if something breaks: a warning \
        alone does not.
        """,
      examples: [
        .init("modules check clock", "examines an added module"),
        .init("modules check -- mcp-server-time", "examines a server that need not be added"),
      ],
      parameters: [words, source], columns: Self.columns)
  }

  func run(_ invocation: Invocation) async throws {
    let record = try await record(invocation)
    let findings = try await control.check(record)
    try invocation.output.columns(Self.columns)
    for finding in findings {
      try invocation.output.row([
        .text(finding.severity.rawValue), .text(finding.place), .text(finding.message),
      ])
    }
    let errors = findings.count { $0.severity == .error }
    guard errors == 0 else {
      throw ShellError(
        .failed, "the module breaks in \(errors) \(errors == 1 ? "place" : "places")")
    }
    if findings.isEmpty { invocation.report("no problems found") }
  }

  private func record(_ invocation: Invocation) async throws -> ModuleRecord {
    let words = invocation[words].map(VariableTemplate.written)
    if words.count == 1, let record = control.records.first(where: { $0.name == words[0] }) {
      return record
    }
    if words.isEmpty, invocation[source.url] == nil {
      throw ShellError(
        .usage, "modules check needs a module",
        hint: "write the name of an added one, a command line after '--', or --url URL")
    }
    var record = try await source.record(named: "module", words, of: self.words, in: invocation)
    try invocation.pointing(at: self.words) {
      do {
        try record.resolveFiles(in: state.folder(), state.variable)
      } catch let error as ShellError where words.count == 1 && !words[0].contains("/") {
        throw ShellError(
          error.code, "no added module is called '\(words[0])', and \(error.message)")
      }
    }
    return record
  }
}
