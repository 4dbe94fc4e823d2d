import FoundationEssentials
import SeashellHosting
import SeashellKit

/// Signs in and out through the client, and stores the tokens.
///
/// If the shell was started with a token, the token is the session, and the user cannot sign in or out.
actor SessionService: SessionServiceProtocol {
  private let client: EnvironmentClient
  private let store: SessionTokenStore
  private let renewal: SessionRenewal
  private let variable: SessionVariable?
  private let tokenVariable: String

  /// - Parameter tokenVariable: the name of the variable that a token may be in instead of a session.
  init(
    client: EnvironmentClient, store: SessionTokenStore, renewal: SessionRenewal,
    variable: SessionVariable? = nil, tokenVariable: String
  ) {
    self.tokenVariable = tokenVariable
    self.client = client
    self.store = store
    self.renewal = renewal
    self.variable = variable
  }

  func user() async -> SignedInUser? { await user(of: client.environment) }

  func user(of environment: APIEnvironment) async -> SignedInUser? {
    if let variable, variable.serves(environment) {
      guard variable.isSent else { return nil }
      return SignedInUser(
        name: nil, environment: environment.name, expiresAt: nil, account: variable.account)
    }
    do {
      return try await store.lastTokens(of: environment).map {
        SessionMapper.map(from: $0, in: environment.name)
      }
    } catch {
      // There is a session, but whose is not known.
      return SignedInUser(name: nil, environment: environment.name, expiresAt: nil)
    }
  }

  func owner() async -> DataOwner? {
    let environment = client.environment
    guard let user = await user(), user.environment == environment.name,
      let account = user.account
    else { return nil }
    return environment.owner(account: account)
  }

  func checkSignIn() throws {
    let environment = client.environment
    try requireNoVariable(of: environment)
    if !environment.mayCarryCredentials {
      throw SessionError.notPrivate(environment: environment.name)
    }
  }

  func checkServer() async throws {
    let environment = client.environment
    let response = try await SessionRequest.probe(at: environment).response(on: client)
    if response.offersSessions { return }
    if [408, 429].contains(response.statusCode) || response.statusCode >= 500 {
      try response.verify()
    }
    throw noSessions(in: environment)
  }

  private func noSessions(in environment: APIEnvironment) -> SessionError {
    .noSessions(environment: environment.name, variable: tokenVariable)
  }

  func logIn(user: String, password: SessionSecret) async throws -> Session {
    let environment = client.environment
    try requireNoVariable(of: environment)
    do {
      let grant: SessionGrantDTO = try await SessionRequest.logIn(user, password, at: environment)
        .response(on: client).resource()
      let tokens = try SessionMapper.map(
        from: grant, user: user, origin: environment.baseURL.origin, at: Date())
      // The lock keeps a renewal of the previous session from overwriting this one.
      try await store.withLock(environment) { try await store.save(tokens, of: environment) }
      return SessionMapper.map(from: tokens, in: environment.name)
    } catch let error as APIError where error.code == .unauthorized {
      throw SessionError.wrongCredentials(environment: environment.name)
    } catch let error as APIError where [404, 405, 410].contains(error.status) {
      throw noSessions(in: environment)
    } catch let error as APIError {
      throw error.redacted
    }
  }

  func status() async throws -> Session {
    let environment = client.environment
    let variable = variable?.serves(environment) == true ? variable : nil
    guard try variable != nil || store.tokens(of: environment) != nil else {
      throw SessionError.notSignedIn(environment: environment.name)
    }
    do {
      let session: SessionDTO = try await SessionRequest.show(at: environment)
        .response(on: client).resource()
      return SessionMapper.map(from: session, in: environment.name)
    } catch let error as APIError where error.code == .unauthorized {
      if let variable {
        throw SessionError.variableRefused(variable.name, environment: environment.name)
      }
      throw SessionError.sessionRefused(environment: environment.name)
    }
  }

  func refresh() async throws -> Session {
    let environment = client.environment
    try requireNoVariable(of: environment)
    guard try store.tokens(of: environment) != nil else {
      throw SessionError.notSignedIn(environment: environment.name)
    }
    guard let tokens = try await renewal.tokens(of: environment, where: { _ in true }) else {
      throw SessionError.sessionRefused(environment: environment.name)
    }
    return SessionMapper.map(from: tokens, in: environment.name)
  }

  func logOut() async throws {
    let environment = client.environment
    try requireNoVariable(of: environment)
    guard store.hasFile(of: environment) else {
      throw SessionError.notSignedIn(environment: environment.name)
    }
    var failure: (any Error)?
    do {
      // Without readable tokens no request can end the session.
      _ = try store.tokens(of: environment)
      try await SessionRequest.logOut(at: environment).response(on: client).verify()
    } catch let error as APIError where error.code == .unauthorized {
      // The session has already ended.
    } catch {
      failure = error
    }
    try await forget(environment)
    switch failure {
    case nil: return
    case let cancelled as CancellationError: throw cancelled
    case let cause?:
      throw SessionError.notEndedByServer(environment: environment.name, cause: ShellError(cause))
    }
  }

  /// - Throws: ``SessionError`` `variableInUse` if the variable's token is the session.
  private func requireNoVariable(of environment: APIEnvironment) throws {
    if let variable, variable.serves(environment) {
      throw SessionError.variableInUse(variable.name, environment: environment.name)
    }
  }

  private func forget(_ environment: APIEnvironment) async throws {
    do {
      // The lock keeps a renewal from writing the tokens again.
      try await store.withLock(environment) { try await store.remove(of: environment) }
    } catch {
      // The tokens must go even if the lock is not available.
      try await store.remove(of: environment)
    }
  }
}

extension APIResponse {
  /// Whether a server that answers so to a request without credentials has sessions.
  ///
  /// A page for every path, as web applications send it, is none.
  fileprivate var offersSessions: Bool {
    switch statusCode {
    case 200..<300: headers["Content-Type"]?.lowercased().contains("json") ?? false
    case 400, 401, 403, 422: true
    case 405: headers.list("Allow").contains("post")
    default: false
    }
  }
}
