import SeashellKit

struct TrustModule: Command {
  let state: ModulesState
  let name = Argument<String>("MODULE", "an added module", completion: "modules.added")
  let data = Option<[String]>(
    "data", value: "FILE", "a file of the command line that it may change", completion: "files")
  let believesHints = Flag(
    "read-only-hints", "believe its tools that say that they change nothing")
  let ignoresHints = Flag("no-read-only-hints", "believe them no more")
  private static let columns = [Column("file"), Column("sha256")]
  var specification: CommandSpecification {
    CommandSpecification(
      "trust",
      abstract: "Allow a module whose files have changed to be started",
      discussion: """
        It records SHA-256 of the program, and of each word of the command line that is a file, as they \
        are now, and lists their first digits.
        A tool can say that it changes nothing (readOnlyHint). It counts as one that may, unless \
        --read-only-hints says that you believe the module: then 'mcp --read-only' offers the tool too.
        """,
      examples: [.init("modules trust clock", "starts clock again as its files are now")],
      parameters: [name, data, believesHints, ignoresHints], columns: Self.columns)
  }

  func run(_ invocation: Invocation) async throws {
    let (record, control) = try invocation.pointing(at: name) { try state.added(invocation[name]) }
    if invocation[believesHints], invocation[ignoresHints] {
      throw invocation.usageError(
        "--read-only-hints and --no-read-only-hints cannot be used together", at: ignoresHints)
    }
    let folder = state.folder()
    try await control.trust(
      record.name, data: invocation[data].map { $0.hasPrefix("/") ? $0 : "\(folder)/\($0)" },
      believesHints: invocation[believesHints] ? true : invocation[ignoresHints] ? false : nil)
    let digests = control.records.first { $0.name == record.name }.map(ModulesView.digests) ?? []
    try invocation.output.columns(Self.columns)
    for digest in digests { try invocation.output.row([.text(digest.name), digest.value]) }
  }
}
