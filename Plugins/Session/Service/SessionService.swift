import FoundationEssentials
import SeashellKit

/// Signs in and out through the client, and keeps the tokens in the store.
///
/// Where the user's environment has a token, it is the session: there is nothing to sign in to.
actor SessionService: SessionServiceProtocol {
  private let client: EnvironmentClient
  private let store: SessionTokenStore
  private let renewal: SessionRenewal
  private let variable: SessionVariable?

  init(
    client: EnvironmentClient, store: SessionTokenStore, renewal: SessionRenewal,
    variable: SessionVariable? = nil
  ) {
    self.client = client
    self.store = store
    self.renewal = renewal
    self.variable = variable
  }

  func checkSignIn() throws {
    let environment = client.environment
    try refuseVariable(of: environment)
    if !environment.isPrivate { throw SessionError.notPrivate(environment: environment.name) }
  }

  func logIn(user: String, password: SessionSecret) async throws -> SessionStatus {
    let environment = client.environment
    try refuseVariable(of: environment)
    do {
      let grant: SessionGrantDTO = try await SessionRequest.logIn(user, password, at: environment)
        .response(on: client).resource()
      let tokens = try SessionMapper.tokens(
        grant, user: user, origin: environment.baseURL.origin, at: Date())
      // Under the lock: a renewal of the earlier session must not overwrite the new one.
      try await store.locked(environment) { try store.save(tokens, of: environment) }
      return SessionMapper.status(tokens, in: environment.name)
    } catch let error as APIError where error.code == .unauthorized {
      throw SessionError.wrongCredentials(environment: environment.name)
    } catch let error as APIError {
      throw error.withFewWords
    }
  }

  func status() async throws -> SessionStatus {
    let environment = client.environment
    let isVariable = variable?.serves(environment) ?? false
    guard try isVariable || store.tokens(of: environment) != nil else {
      throw SessionError.notSignedIn(environment: environment.name)
    }
    do {
      let session: SessionDTO = try await SessionRequest.show(at: environment)
        .response(on: client).resource()
      return SessionMapper.status(session, in: environment.name)
    } catch let error as APIError where error.code == .unauthorized {
      if isVariable { throw SessionError.variableRefused(environment: environment.name) }
      throw SessionError.refused(environment: environment.name)
    }
  }

  func refresh() async throws -> SessionStatus {
    let environment = client.environment
    try refuseVariable(of: environment)
    guard try store.tokens(of: environment) != nil else {
      throw SessionError.notSignedIn(environment: environment.name)
    }
    guard let tokens = try await renewal.tokens(of: environment, where: { _ in true }) else {
      throw SessionError.refused(environment: environment.name)
    }
    return SessionMapper.status(tokens, in: environment.name)
  }

  func logOut() async throws {
    let environment = client.environment
    try refuseVariable(of: environment)
    guard store.holdsAnything(of: environment) else {
      throw SessionError.notSignedIn(environment: environment.name)
    }
    var failure: (any Error)?
    do {
      // The shop is not told of a session whose tokens cannot be read.
      _ = try store.tokens(of: environment)
      try await SessionRequest.logOut(at: environment).response(on: client).verify()
    } catch let error as APIError where error.code == .unauthorized {
      // The shop has ended the session already.
    } catch {
      failure = error
    }
    try await forget(environment)
    switch failure {
    case nil: return
    case let cancelled as CancellationError: throw cancelled
    case let cause?:
      throw SessionError.notTold(environment: environment.name, cause: ShellError(cause))
    }
  }

  /// - Throws: ``SessionError`` `variableServes` where there is no session to begin or to end.
  private func refuseVariable(of environment: APIEnvironment) throws {
    if variable?.serves(environment) == true {
      throw SessionError.variableServes(environment: environment.name)
    }
  }

  private func forget(_ environment: APIEnvironment) async throws {
    do {
      // Under the lock: a renewal must not write the tokens back.
      try await store.locked(environment) { try store.remove(of: environment) }
    } catch {
      // A lock that cannot be had is no reason to keep them.
      try store.remove(of: environment)
    }
  }
}
