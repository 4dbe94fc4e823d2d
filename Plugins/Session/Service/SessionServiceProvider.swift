import SeashellHosting
import SeashellKit

/// Chooses the implementations of the service and of the authorizer; no other type names them.
@MainActor
final class SessionServiceProvider {
  /// Reads the configured secrets of all APIs.
  private(set) lazy var reader = SecretReader()

  private let context: ModuleContext
  private let replacement: (@MainActor (API) -> any SessionServiceProtocol)?
  private lazy var agreements = SecretAgreements(context.directories)
  // A shell has few APIs, and a dictionary would take a tenth of the time of its start.
  private var made: [(api: API, service: any SessionServiceProtocol, parts: Parts)] = []

  private struct Parts {
    let schemes: EnvironmentSchemes
    let token: LaunchToken?
  }

  /// - Parameter replacement: creates the service of an API; nil for the usual service.
  init(
    _ context: ModuleContext,
    replacing replacement: (@MainActor (API) -> any SessionServiceProtocol)?
  ) {
    self.context = context
    self.replacement = replacement
  }

  /// Returns the API of a client, also after the API was removed, since jobs may still use it.
  func api(of client: EnvironmentClient) -> API? { made.first { $0.api.client === client }?.api }

  func token(of api: API) -> LaunchToken? { parts(of: api).parts.token }

  func service(_ api: API) -> any SessionServiceProtocol { parts(of: api).service }

  func removeCredentials(of api: String) throws {
    try EnvironmentSchemes.removeCredentials(of: api, in: directory)
  }

  private var directory: String { context.directories.tokens }

  func authorizer(
    of api: API,
    offer: @escaping @MainActor @Sendable (APIEnvironment, [String]) async throws -> Bool
  ) -> any Authorizer {
    let parts = parts(of: api).parts
    parts.schemes.forget()
    let console = context.console
    return SessionAuthorizer(
      client: api.client, schemes: parts.schemes, token: parts.token,
      user: SessionAuthorizer.User(
        command: api.signInCommand, variable: console.isInteractive ? nil : api.tokenVariable,
        warn: { console.notify($0) }, offer: offer,
        hasChanged: { [weak user = api.context.user] in _ = await user?.update() }))
  }

  private func parts(of api: API) -> (service: any SessionServiceProtocol, parts: Parts) {
    if let known = made.first(where: { $0.api === api }) { return (known.service, known.parts) }
    let parts = Parts(schemes: schemes(of: api), token: api.context.takeToken())
    let service = replacement?(api) ?? service(of: api, parts)
    made.append((api, service, parts))
    return (service, parts)
  }

  private func service(of api: API, _ parts: Parts) -> SessionService {
    var notify: (@MainActor @Sendable (String) -> Void)?
    if !context.runsOneCommand {
      notify = { [console = context.console] in console.notify($0) }
    }
    return SessionService(
      parts.schemes, token: parts.token, tokenVariable: api.tokenVariable,
      command: api.signInCommand, clock: context.clock, notify: notify)
  }

  private func schemes(of api: API) -> EnvironmentSchemes {
    EnvironmentSchemes(
      api,
      secrets: { [weak self] source, environment, origin in
        guard let self else { throw CancellationError() }
        let name = environment.name
        try await agreements.check(source, for: name, origin: origin, console: context.console)
        return try await reader.read(source, for: name)
      },
      stores: { [weak self] secret, credential, environment in
        guard let self, let words = credential.store else { return }
        if context.directories.areTemporary, let source = credential.secret {
          return reader.keep(secret, of: source)
        }
        let name = environment.name
        try await agreements.check(
          storingBy: words, for: name, origin: environment.baseURL.origin, console: context.console)
        try await reader.store(secret, by: words, for: name)
        if let source = credential.secret { reader.forget(source) }
      },
      forgets: { [weak self] credential in
        guard let reader = self?.reader else { return }
        if let source = credential.secret { reader.forget(source) }
        if case .source(let source)? = credential.user { reader.forget(source) }
      },
      directory: directory, clock: context.clock,
      hasEnded: { [client = api.client] credential, environment in
        client.events?.post(
          SignedOut(
            user: credential.user, environment: client.environmentID(of: environment),
            owner: environment.owner(account: credential.account)))
      })
  }
}
