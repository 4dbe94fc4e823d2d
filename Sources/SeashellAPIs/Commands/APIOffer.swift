import CoreJSON
import FoundationEssentials
import Glibc
import SeashellKit
import ShellCommands
import WebAuthorization
import WebMessages

/// The API that would be added: its description and its environments.
@MainActor
struct APIOffer {
  struct Options {
    var environment: String?
    var isProduction = false
  }

  private struct Environment {
    let name: String
    let url: String
    let isProduction: Bool
    var honorsKeys = false
  }

  let description: APIDescription?
  /// What else the user should know before adding it, one line each.
  var notes: [String] = []
  /// The API's address, if only the description names it.
  private(set) var untypedAddress: String?
  private let source: String?
  /// How requests are authorized, if no description says it.
  private var auth: JSONValue?
  private var environments: [Environment]
  /// Servers on other origins, for which the user is asked.
  private var foreign: [OriginAudit.ForeignOrigin] = []
  private var allowed: [String] = []
  /// Whether operations declare that they honour `Idempotency-Key`.
  private var declaresKeys = false

  /// `notes` says what was found instead of a description.
  init(without url: URL, _ notes: [String], _ options: Options) throws {
    (description, source) = (nil, nil)
    self.notes = notes
    environments = [Self.environment(url.absoluteString, options)]
    _ = try APIEnvironment(environments[0].name, environments[0].url)
  }

  /// `typed` is the address that the user has typed: the API's rather than the description's if
  /// `isBase`.
  init(
    _ description: APIDescription, at url: URL, typed: URL, isBase: Bool, _ options: Options
  ) throws {
    self.description = description
    source = url.absoluteString
    environments = []
    let base = isBase ? typed : URL(string: "/", relativeTo: typed)?.absoluteURL ?? typed
    add(description.servers, typed: base.absoluteString, options)
    if environments.isEmpty { environments = [Self.environment(base.absoluteString, options)] }
  }

  /// Without a path in `url`, the description gives the path; without `url`, its first server
  /// counts.
  init(
    _ description: APIDescription, inFile path: String, url: String?, _ options: Options
  ) throws {
    self.description = description
    source = path
    environments = []
    if let url {
      let typed = try APIEnvironment("url", url).baseURL
      // An origin alone is completed with the path of the first server.
      if ["", "/"].contains(typed.path) { add(description.servers, typed: url, options) }
      if environments.isEmpty { environments = [Self.environment(url, options)] }
      return
    }
    guard let server = description.servers.first(where: { $0.url.contains("://") }) else {
      throw ShellError(
        .usage, "the description names no address of the API", hint: "pass --url URL")
    }
    // The user sees the address, and must agree to it.
    add([server], typed: Self.expanded(server), options)
    guard !environments.isEmpty else {
      throw ShellError(
        .usage, "the description's server '\(server.url)' is not an address", hint: "pass --url URL"
      )
    }
    untypedAddress = environments[0].url
  }

  /// Lets the configuration name a scheme that no description declares; it gets no secret.
  mutating func keep(_ scheme: SecurityScheme) {
    if description?.securitySchemes.isEmpty ?? true { auth = scheme.kind.auth }
  }

  private static func expanded(_ server: DescribedServer) -> String {
    server.variables.reduce(server.url) {
      $0.replacing("{\($1.name)}", with: $1.defaultValue)
    }
  }

  /// Finds the servers on other origins, of the API and of its operations, and other claims that
  /// the user must agree to.
  mutating func examine(_ index: DescriptionIndex) throws {
    foreign = try OriginAudit(index, addresses: Self.addresses(environments[0].url)).foreign
    var declaresKeys = false
    try index.forEachOperation { operation throws(DescriptionError) in
      declaresKeys = declaresKeys || operation.idempotencyKey != nil
    }
    self.declaresKeys = declaresKeys
  }

  private static func addresses(_ typed: String) -> ServerAddresses {
    ServerAddresses(typed: typed) { text in URL(string: text).map { "\(Origin($0))" } }
  }

  private mutating func add(_ servers: [DescribedServer], typed: String, _ options: Options) {
    let addresses = Self.addresses(typed)
    for server in servers {
      switch addresses.base(of: server) {
      case .typed(let url):
        guard environments.isEmpty, let valid = try? APIEnvironment("url", url) else { continue }
        environments.append(Self.environment(valid.baseURL.absoluteString, options))
      case .foreign(let server):
        if environments.isEmpty, let valid = try? APIEnvironment("url", server.typedURL) {
          environments.append(Self.environment(valid.baseURL.absoluteString, options))
        }
      case .unusable: continue
      }
    }
  }

  private static func environment(_ url: String, _ options: Options) -> Environment {
    var url = url
    while url.hasSuffix("/") { url.removeLast() }
    let isLocal = URL(string: url)?.host().map { Loopback.contains(host: $0) } ?? false
    return Environment(
      name: options.environment ?? (isLocal ? "local" : "live"), url: url,
      isProduction: options.isProduction)
  }

  /// The reason requests to the API would not be encrypted; nil if they are, or stay on this machine.
  var plainHTTP: String? {
    guard let url = URL(string: environments[0].url), !Origin(url).mayCarryCredentials else {
      return nil
    }
    return "requests would go to \(environments[0].url) over plain http"
  }

  /// The address of the API.
  var url: String { environments[0].url }

  func id(_ name: String) -> String { "\(name):\(environments[0].name)" }

  func lines(_ name: String) -> [String] {
    var lines =
      description.map { DescriptionText($0).lines } ?? notes + ["an API without a description"]
    if let source { lines.append("description: \(source)") }
    let environment = environments[0]
    lines.append(
      "requests go to \(environment.url), as \(id(name))"
        + (environment.isProduction ? ", in production" : ""))
    if description != nil { lines += notes }
    for origin in foreign {
      let count = origin.operations.count
      lines.append(
        "it also names \(origin.origin)"
          + (count == 0 ? "" : count == 1 ? ", for 1 operation" : ", for \(count) operations")
          + (origin.issuesTokens ? ", where tokens are requested" : ""))
    }
    return lines
  }

  /// Asks the user about each other origin, and whether to trust the API's promise that a repeated write is
  /// carried out once.
  mutating func agreeToClaims(
    _ console: any Console, report: (String) -> Void
  ) async throws {
    for origin in foreign.map(\.origin) {
      guard console.isInteractive else {
        report("requests to \(origin) are refused; 'allowedOrigins' in config.json allows them")
        continue
      }
      if try await console.confirm("May requests go to \(origin) too?") { allowed.append(origin) }
    }
    guard declaresKeys, console.isInteractive else { return }
    environments[0].honorsKeys = try await console.confirm(
      "It declares Idempotency-Key. Send a write again if its response is lost?")
  }

  /// The API's entry for the configuration.
  var json: JSONValue {
    var members = JSONObject()
    if let source { members["description"] = .string(source) }
    var all = JSONObject()
    for environment in environments {
      var fields = JSONObject()
      fields["baseURL"] = .string(environment.url)
      if environment.isProduction { fields["production"] = .bool(true) }
      if environment.honorsKeys { fields["idempotencyKeys"] = .bool(true) }
      all[environment.name] = .object(fields)
    }
    members["environments"] = .object(all)
    members["default"] = .string(environments[0].name)
    if let auth { members["auth"] = auth }
    if !allowed.isEmpty { members["allowedOrigins"] = .array(allowed.map { .string($0) }) }
    return .object(members)
  }
}

enum FilePaths {
  static var current: String {
    guard let path = getcwd(nil, 0) else { return "." }
    defer { free(path) }
    return String(cString: path)
  }
}
