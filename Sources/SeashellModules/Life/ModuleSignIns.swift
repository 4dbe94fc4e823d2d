import FoundationEssentials
package import SeashellKit
import WebMessages

/// Signs users in to the servers of remote modules with a browser (OAuth 2.1), and keeps the tokens, each module's
/// in a private file.
@MainActor
package final class ModuleSignIns {
  private let context: ModuleContext
  private let expand: @MainActor (ModuleRecord) throws -> ModuleRecord
  /// What servers said when they refused the last call, by the module's name.
  private var challenges: [String: [String]] = [:]
  /// The modules to which the user has declined to sign in.
  private var declined: Set<String> = []
  /// The modules with the scopes that the user was asked about, which is done once.
  private var askedScopes: Set<String> = []
  /// The offers that the user is answering, by the module's name.
  ///
  /// It is lazy, since a start would pay for looking up the type.
  private lazy var offers: [String: Task<Bool, any Error>] = [:]
  private var known: [String: TokenAuthorizer] = [:]

  /// Creates the sign-ins of a shell.
  ///
  /// - Parameter expand: returns a record with values in place of its references.
  package init(
    _ context: ModuleContext, expand: @escaping @MainActor (ModuleRecord) throws -> ModuleRecord
  ) {
    (self.context, self.expand) = (context, expand)
  }

  private var clients: @Sendable (URL) async throws -> any APIClient {
    { [context] url in
      try await context.client(for: APIEnvironment("tokens", Origin(url).description))
    }
  }

  private func path(_ module: String) -> String {
    "\(context.directories.state)/modules/tokens/\(module).json"
  }

  /// The file of the client with which a user has signed in to a module, which stays after signing out.
  private func clientFile(_ module: String, at origin: String) -> CredentialFile {
    CredentialFile(
      "\(context.directories.state)/modules/tokens/\(module).client.json", for: origin,
      kind: "client", clock: context.clock)
  }

  /// The file of a module's tokens, which are for one address.
  private func file(_ module: String, at url: URL) -> CredentialFile {
    CredentialFile(
      path(module), for: url.origin,
      kind: "module \(Origin(url))\(url.path(percentEncoded: true))", clock: context.clock)
  }

  /// Returns the authorizer of requests to a module at an address.
  func tokens(of module: String, at url: URL) -> TokenAuthorizer {
    TokenAuthorizer(file(module, at: url), ResourceTokens(for: url, clients: clients))
  }

  /// Notes what a server said when it refused a call: with 401, or with 403 for its scopes.
  func note(_ challenge: [String], of module: String) { challenges[module] = challenge }

  /// Whether a user has signed in to a module.
  func isSignedIn(_ record: ModuleRecord) -> Bool {
    CredentialFile(path(record.name), for: "", clock: context.clock).exists
  }

  /// Offers the user to sign in after a refused call, once for all calls that need it now, and never again to a
  /// user who declines.
  ///
  /// - Parameter isAdded: whether the module is added already.
  /// - Returns: whether the user did; false if the server does not say where.
  func offer(_ record: ModuleRecord, isAdded: Bool) async throws -> Bool {
    let name = record.name
    if let running = offers[name] { return try await running.value }
    guard let challenge = challenges.removeValue(forKey: name), !declined.contains(name) else {
      return false
    }
    let offer = Task { try await answer(to: challenge, of: record, isAdded) }
    offers[name] = offer
    defer { offers[name] = nil }
    return try await withTaskCancellationHandler {
      try await offer.value
    } onCancel: {
      offer.cancel()
    }
  }

  private func answer(
    to challenge: [String], of record: ModuleRecord, _ isAdded: Bool
  ) async throws -> Bool {
    let url = try address(of: record)
    if let needed = ProtectedResource.neededScopes(in: challenge) {
      return try await answer(to: challenge, needed, of: record, url)
    }
    let isNeeded = ShellError(
      .unauthorized, "'\(Origin(url))' needs you to sign in",
      hint: isAdded
        ? "run 'modules login \(record.name)' at a terminal"
        : "add the module at a terminal, or with --token-env NAME, the variable that holds the token"
    )
    let mayAsk = context.mayAsk
    guard
      let resource = try await resource(
        record.name, url, challenge, context.console, else: mayAsk ? nil : isNeeded)
    else { return false }
    guard mayAsk else { throw isNeeded }
    guard try await context.console.confirm("sign in to '\(record.name)' now?") else {
      declined.insert(record.name)
      return false
    }
    try await signIn(to: record.name, url, resource, client: nil, context.console)
    return true
  }

  /// Offers the user to sign in again with the scopes that a call needs, once for the same scopes.
  private func answer(
    to challenge: [String], _ needed: [String], of record: ModuleRecord, _ url: URL
  ) async throws -> Bool {
    // A token that the user has not signed in for has the scopes that it has.
    guard let held = try file(record.name, at: url).current() else { return false }
    func missing(of scopes: [String]) -> [String] {
      scopes.filter { held.scopes?.contains($0) != true }
    }
    func isNeeded(_ scopes: [String]) -> ShellError {
      // A name that the shell would read otherwise is left to the question at a terminal.
      let isPlain = scopes.allSatisfy { scope in
        scope.utf8.allSatisfy { PercentEncoding.query.contains($0) || "/:".utf8.contains($0) }
          && scope.first != "-" && scope.first != "~"
      }
      let options = isPlain ? scopes.map { " --scope \($0)" }.joined() : ""
      return ShellError(
        .forbidden,
        "'\(Origin(url))' needs more for this than you have signed in for"
          + (scopes.isEmpty ? "" : ": \(scopes.joined(separator: " "))"),
        hint: "run 'modules login \(record.name)\(options)' at a terminal")
    }
    var scopes = missing(of: needed)
    // The token has all that the server asks for, so it is refused for another reason.
    if scopes.isEmpty, !needed.isEmpty { return false }
    guard context.mayAsk,
      let resource = try await resource(record.name, url, challenge, context.console)
    else { throw isNeeded(scopes) }
    if needed.isEmpty { scopes = missing(of: resource.scopes) }
    if scopes.isEmpty { return false }
    let names = scopes.joined(separator: " ")
    guard askedScopes.insert("\(record.name) \(names)").inserted else {
      throw isNeeded(scopes)
    }
    guard
      try await context.console.confirm(
        "'\(record.name)' needs more for this: \(names). Sign in again with it?")
    else { throw isNeeded(scopes) }
    try await signIn(
      to: record.name, url, resource, client: nil, adding: scopes, context.console)
    return true
  }

  /// Signs in to a module.
  ///
  /// - Parameters:
  ///   - client: the id of a client that is registered at the server; nil for the one of the last sign-in, or to
  ///     register one.
  ///   - scopes: what to ask for besides what the server names and the user has.
  ///   - console: shows where the user signs in.
  func signIn(
    to record: ModuleRecord, client: String?, adding scopes: [String], _ console: any Console
  ) async throws {
    let url = try address(of: record)
    guard console.isWatched else {
      throw ShellError(
        .usage, "not a terminal, so I can't sign in with a browser",
        hint: "sign in at a terminal, or add the module with --token-env NAME")
    }
    // A server says best where to sign in when it refuses a request.
    var ping = APIRequest(
      url: url, method: .post,
      body: .json(["jsonrpc": "2.0", "id": 1, "method": "ping"]),
      headers: ["Accept": "application/json, text/event-stream"])
    (ping.authorizes, ping.announces, ping.idempotencyKey) = (false, false, nil)
    ping.isBackground = true
    ping.maximumResponseSize = 1 << 20
    let response = try await ping.response(on: try await clients(url))
    let challenge =
      response.statusCode == 401 ? response.headers.values(of: "WWW-Authenticate") : []
    guard let resource = try await resource(record.name, url, challenge, console) else {
      throw ShellError(
        .notFound, "'\(Origin(url))' does not say where to sign in",
        hint: "if it takes a token, add the module with --token-env NAME")
    }
    try await signIn(to: record.name, url, resource, client: client, adding: scopes, console)
    declined.remove(record.name)
  }

  /// Signs out of a module: its tokens are removed, and revoked where the server offers it.
  ///
  /// - Returns: whether they were revoked.
  func signOut(of record: ModuleRecord) async throws -> Bool {
    guard isSignedIn(record) else {
      throw ShellError(
        .unauthorized, "not signed in to '\(record.name)'",
        hint: "'modules login \(record.name)' signs in")
    }
    var (isRevoked, failure): (Bool, (any Error)?) = (false, nil)
    do {
      let url = try address(of: record)
      let held = try file(record.name, at: url).current()
      // Tokens of another address are not sent anywhere.
      if let held {
        isRevoked = try await ResourceTokens(for: url, clients: clients).revoke(held)
      }
    } catch {
      failure = error
    }
    try await removeTokens(of: record.name)
    guard let failure else { return isRevoked }
    if failure is CancellationError { throw failure }
    let cause = ShellError(failure)
    throw ShellError(
      cause.code,
      "signed out here, but the tokens of '\(record.name)' stay valid until they expire:"
        + " \(cause.message)")
  }

  /// Removes all that was stored for a module, if anything.
  func remove(_ module: String) async throws {
    try await removeTokens(of: module)
    let client = clientFile(module, at: "")
    if client.exists { try await client.remove() }
  }

  private func removeTokens(of module: String) async throws {
    let file = CredentialFile(path(module), for: "", clock: context.clock)
    if file.exists { try await file.remove() }
  }
}

extension ModuleSignIns {
  private func address(of record: ModuleRecord) throws -> URL {
    guard case .remote(let text, let headers) = try expand(record).source,
      let url = URL(string: text)
    else {
      throw ShellError(.usage, "the module '\(record.name)' is not a remote one")
    }
    let isGiven = headers.keys.contains { $0.lowercased() == "authorization" }
    guard record.tokenVariable == nil, !isGiven else {
      throw ShellError(
        .usage, "the module '\(record.name)' was added with its token, so you do not sign in to it",
        hint: "to sign in, remove the module, and add it without the token")
    }
    guard Origin(url).mayCarryCredentials else {
      throw ShellError(
        .usage, "'\(Origin(url))' is not encrypted, so it gets no tokens",
        hint: "use an address that begins with https")
    }
    return url
  }

  /// Returns what a module's server says of itself; throws the given error if the user would be asked.
  private func resource(
    _ module: String, _ url: URL, _ challenge: [String], _ console: any Console,
    else isNeeded: ShellError? = nil
  ) async throws -> ProtectedResource? {
    try await ProtectedResource.find(
      url, challenge: challenge,
      agrees: { place in
        if let isNeeded { throw isNeeded }
        try await Self.agree(
          "'\(module)' says at \(Origin(place)) where to sign in. Ask there?", place, console)
      }, clients: clients)
  }

  /// Asks the user to agree to another server.
  private static func agree(
    _ question: String, _ url: URL, _ console: any Console
  ) async throws {
    guard try await console.confirm(question) else {
      throw ShellError(.unauthorized, "nothing was sent to \(Origin(url))")
    }
  }

  private func signIn(
    to module: String, _ url: URL, _ resource: ProtectedResource, client: String?,
    adding scopes: [String] = [], _ console: any Console
  ) async throws {
    let tokens = file(module, at: url)
    var agreed: Set = ["\(Origin(url))"]
    func agree(_ place: URL) async throws {
      guard agreed.insert("\(Origin(place))").inserted else { return }
      try await Self.agree(
        "'\(module)' has you sign in at \(Origin(place)). Go on?", place, console)
    }
    try await agree(resource.issuer)
    var settings = OAuthSettings(
      .authorizationCode, issuer: resource.issuer, scopes: resource.scopes)
    settings.flows.append(.device)
    if !scopes.isEmpty {
      // A sign-in for more must not take away what the user has.
      for scope in ((try? tokens.current())?.scopes ?? []) + scopes
      where !settings.scopes.contains(scope) {
        settings.scopes.append(scope)
      }
    }
    (settings.resource, settings.registeredName) = (resource.name, context.identity.name)
    var server = try await OAuthClient(settings, for: url, trusted: agreed, clients: clients)
      .prepared(hasSecret: false, mayAsk: true)
    for origin in try await server.foreignOrigins() {
      if let place = URL(string: origin) { try await agree(place) }
    }
    server = server.trusting(Array(agreed))
    let clientFile = clientFile(module, at: url.origin)
    var client = try client ?? clientFile.current()?.user
    if client == nil, try await !server.registersClients() {
      var question = Question("client id", alternative: "--client-id ID")
      question.introduction = [
        "the server knows this program by a client id, which you get from whoever runs the module"
      ]
      repeat { client = try await console.ask(question) } while client == ""
    }
    let credential = try await server.signIn(
      Credential(user: client, origin: url.origin), showing: SignInDialog(on: console),
      clock: context.clock)
    try await tokens.save(credential)
    if let client { try await clientFile.save(Credential(user: client, origin: url.origin)) }
  }
}
