import SeashellKit
import ShellCommands
import WebDescriptions

struct ShowAPI: Command {
  let manager: APIManager
  let name = Argument<String>("NAME", "the API", completion: "apis")
  private static let columns = [
    Column("id"), Column("method"), Column("path"), Column("command"), Column("summary"),
  ]

  var specification: CommandSpecification {
    CommandSpecification(
      "show", abstract: "Show an API and its operations",
      discussion: """
        Each operation is a command: 'NAME ID', or ID alone while the API is the current one. Notices before \
        the list tell the title, the servers, how to sign in, and the parts of the description that are no \
        commands.
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
      for entry in try index.entries() {
        try invocation.output.row([
          .text(entry.id), .text(entry.method.name), .text(entry.path),
          entry.isIgnored ? .null : .text("\(api.name) \(entry.id)"), .text(entry.summary),
        ])
      }
    } catch let error as DescriptionError {
      throw ShellError(
        .failed, "\(error)", hint: "'api refresh \(api.name)' reads the description again")
    }
  }
}

/// What a description says of an API as a whole, in lines for a user.
@MainActor
struct DescriptionText {
  private let description: APIDescription

  init(_ description: APIDescription) {
    self.description = description
  }

  var lines: [String] {
    let title = description.title.isEmpty ? "an API without a title" : description.title
    var lines = [
      "\(title) \(description.version), OpenAPI \(description.specification):"
        + " \(APIOffer.operations(description.operationCount))"
    ]
    if !description.servers.isEmpty {
      lines.append("servers: " + Self.list(description.servers.map(\.url)))
    }
    if !description.securitySchemes.isEmpty {
      lines.append(
        "sign in: " + Self.list(description.securitySchemes.map { "\($0.id) (\($0.kind.text))" }))
    }
    let others = description.webhookCount + description.callbackCount
    if others > 0 {
      lines.append(
        others == 1
          ? "not a command: 1 webhook or callback, which the API calls itself"
          : "not commands: \(others) webhooks and callbacks, which the API calls itself")
    }
    for problem in description.problems.prefix(10) {
      let method = problem.method.map { "\($0.uppercased()) " } ?? ""
      lines.append("not read: \(method)\(problem.place): \(problem.reason)")
    }
    if description.problemCount > 10 {
      lines.append("… and \(description.problemCount - 10) more")
    }
    return lines
  }

  private static func list(_ texts: [String]) -> String {
    texts.prefix(5).joined(separator: ", ") + (texts.count > 5 ? ", … (\(texts.count))" : "")
  }
}

extension DescribedSecurityScheme.Kind {
  /// The kind for a user: `API key in the header X-API-Key`.
  fileprivate var text: String {
    switch self {
    case .apiKey(let name, let location): "API key in the \(location.rawValue) \(name)"
    case .http(let scheme, _): "HTTP \(scheme)"
    case .oauth2(let flows): "OAuth 2: \(flows.map(\.kind.rawValue).joined(separator: ", "))"
    case .openIDConnect: "OpenID Connect"
    case .mutualTLS: "client certificate"
    case .unknown(let type): type
    }
  }
}
