import SeashellKit
import ShellCommands

struct ShowAPI: Command {
  let manager: APIManager
  let name = Argument<String>("NAME", "the API", completion: "apis")
  let operation = Argument<[String]>(
    "COMMAND", "one of its operations, as 'GROUP COMMAND' or by its ID")
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
        with is enough for an operation: ok, or what it needs besides; it is empty if it needs nothing. \
        Operations that are HEAD or OPTIONS, hidden, or proxies by their ids are counted; -o, as in -o json, and a \
        pipeline list them too.

        Of one operation it also shows whether it lists, where its list and the next page are looked for, \
        and which fields identify a record, with what says so. For a request itself, -v shows the sign \
        that was followed to each page.
        """,
      examples: [
        .init("api show --help", "explains it; 'api show NAME' shows an API"),
        .init(
          "help paging", "how lists and their pages are found, and what to say if they are not"),
      ],
      parameters: [name, operation], changesData: false, columns: Self.columns)
  }

  func run(_ invocation: Invocation) async throws {
    let api = try invocation.pointing(at: name) { try manager.added(invocation[name]) }
    let index = try manager.store.index(of: api, report: invocation.report)
    guard let index else {
      invocation.report("\(api.name) has no description; 'api get \(api.name):PATH' sends requests")
      return try invocation.output.columns(Self.columns)
    }
    do {
      let named = try OperationNames(api, index).named
      let signIn = try await signIn(to: api.name, index)
      func row(_ operation: OperationGroups.Named) -> [CellValue] {
        let (entry, command) = (operation.entry, Self.command(of: operation, in: api.name))
        return [
          .text(entry.id), .text(entry.method.name), .text(entry.path),
          entry.refusal != nil ? .null : .text(command), .text(entry.summary),
          signIn[entry.id].map(CellValue.text) ?? .null,
        ]
      }
      let words = invocation[operation]
      guard words.isEmpty else {
        guard let found = try Self.find(words, named, index, in: api.name) else {
          throw invocation.usageError(
            "\(api.name) has no operation '\(words.joined(separator: " "))'; "
              + "'api show \(api.name)' lists them", at: operation)
        }
        let facts = OperationFacts(
          found.operation, among: named,
          by: OperationSender(try manager.apis.api(api.name), api))
        return try invocation.output.record(
          Self.columns + OperationFacts.columns, row(found.named) + facts.values)
      }
      for line in DescriptionText(index.description).lines { invocation.report(line) }
      try invocation.output.columns(Self.columns)
      for line in Self.exceptions(named, of: api.name) { invocation.report(line) }
      let listsAll = invocation.chosenFormat != nil || invocation.output.feedsStage
      let listed = listsAll ? named : named.filter { $0.entry.unlistedKind == nil }
      for operation in listed { try invocation.output.row(row(operation)) }
      if listed.count < named.count {
        let kinds = Set(named.compactMap(\.entry.unlistedKind)).sorted().joined(separator: ", ")
        let count = DescriptionText.operations(named.count - listed.count)
        invocation.report("not listed: \(count) (\(kinds)); '-o json' has all")
      }
    } catch let error as DescriptionError {
      throw ShellError(
        .failed, "\(error)", hint: "'api refresh \(api.name)' reads the description again")
    }
  }

  private static func command(of named: OperationGroups.Named, in api: String) -> String {
    named.name?.line(in: api) ?? "\(api) \(named.entry.id)"
  }

  /// Finds an operation by the words of its command, with or without the API before them, or by its id.
  private static func find(
    _ words: [String], _ named: [OperationGroups.Named], _ index: DescriptionIndex, in api: String
  ) throws(DescriptionError) -> (named: OperationGroups.Named, operation: DescribedOperation)? {
    let name = (words.first == api ? words.dropFirst() : words[...]).joined(separator: " ")
    let found =
      named.first { command(of: $0, in: api) == "\(api) \(name)" }
      ?? named.first { $0.entry.id == name }
    guard let found, let operation = try index.operation(id: found.entry.id) else { return nil }
    return (found, operation)
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
