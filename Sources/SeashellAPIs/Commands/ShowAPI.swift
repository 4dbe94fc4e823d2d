import SeashellKit
import ShellCommands

struct ShowAPI: Command {
  let manager: APIManager
  let name = Argument<String>("NAME", "the API", completion: "apis")
  private static let columns = [
    Column("id"), Column("method"), Column("path"), Column("command"), Column("summary"),
    Column("sign_in"),
  ]

  var specification: CommandSpecification {
    CommandSpecification(
      "show", abstract: "Show an API and its operations",
      discussion: """
        Each operation is a command: 'NAME GROUP COMMAND', and 'NAME ID' too; while the API is the current \
        one, NAME may be left out. Notices before the list tell the title, the servers, how to sign in, and \
        the parts of the description that are no commands. sign_in says whether what you have signed in \
        with is enough for an operation: ok, or what it needs besides; it is empty if it needs nothing.
        """,
      examples: [.init("api show --help", "explains it; 'api show NAME' shows an API")],
      parameters: [name], changesData: false, columns: Self.columns)
  }

  func run(_ invocation: Invocation) async throws {
    let api = try invocation.pointing(at: name) { try manager.added(invocation[name]) }
    let index = try manager.store.index(of: api, report: invocation.report)
    guard let index else {
      invocation.report("\(api.name) has no description; 'api get \(api.name):PATH' sends requests")
      return try invocation.output.columns(Self.columns)
    }
    for line in DescriptionText(index.description).lines { invocation.report(line) }
    try invocation.output.columns(Self.columns)
    do {
      let named = try OperationNames(api, index).named
      for line in Self.exceptions(named, of: api.name) { invocation.report(line) }
      let signIn = try await signIn(to: api.name, index)
      for (entry, name) in named {
        let command = name.map { api.name == $0.group ? $0.command : $0.description } ?? entry.id
        try invocation.output.row([
          .text(entry.id), .text(entry.method.name), .text(entry.path),
          entry.refusal != nil ? .null : .text("\(api.name) \(command)"), .text(entry.summary),
          signIn[entry.id].map(CellValue.text) ?? .null,
        ])
      }
    } catch let error as DescriptionError {
      throw ShellError(
        .failed, "\(error)", hint: "'api refresh \(api.name)' reads the description again")
    }
  }

  /// Returns, by operation id, whether the current sign-in is sufficient; omits those that need
  /// none.
  private func signIn(
    to name: String, _ index: DescriptionIndex
  ) async throws -> [String: String] {
    guard let api = try? manager.apis.api(name), let authorizer = api.client.authorizer else {
      return [:]
    }
    let all = index.description.security
    let usual = all.isEmpty ? nil : all
    var needs: [(id: String, security: [SecurityRequirement])] = []
    try index.forEachOperation { operation throws(DescriptionError) in
      if let security = operation.security ?? usual, !security.isEmpty {
        needs.append((operation.id, security))
      }
    }
    var texts: [String: String] = [:]
    for (id, security) in needs {
      var request = APIRequest(url: api.client.environment.baseURL)
      request.security = security
      guard let missing = try? await authorizer.missing(for: request) else { continue }
      let lacking =
        missing.schemes.map { "needs \($0)" } + missing.scopes.map { "needs the scope \($0)" }
      texts[id] = lacking.isEmpty ? "ok" : lacking.joined(separator: ", ")
    }
    return texts
  }

  /// Lists the operations that have no command, and those that cannot be called by their id.
  private static func exceptions(
    _ named: [(entry: DescribedEntry, name: CommandName?)], of api: String
  ) -> [String] {
    let groups = Set(named.compactMap { $0.name?.group })
    var lines = named.compactMap { entry, _ in
      entry.refusal.map { "'\(entry.id)' has no command: \($0)" }
    }
    lines += named.compactMap { entry, name in
      guard let name, groups.contains(entry.id), entry.id != api else { return nil }
      return
        "'\(entry.id)' is also the name of a group, so the operation is called '\(api) \(name)'"
    }
    guard lines.count > mostExceptions else { return lines }
    return lines.prefix(mostExceptions) + ["and \(lines.count - mostExceptions) more"]
  }

  private static let mostExceptions = 20
}
