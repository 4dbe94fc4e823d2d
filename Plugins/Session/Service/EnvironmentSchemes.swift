import FoundationEssentials
import SeashellHosting
import SeashellKit

/// The schemes of an API's environments, from the configuration or else from the API's description.
///
/// On the main actor, as the API, its description and the reader of its secrets are.
@MainActor
final class EnvironmentSchemes {
  typealias Secrets =
    @MainActor @Sendable (SecretSource, _ environment: APIEnvironment, _ origin: String)
    async throws
    -> Secret

  typealias Stores =
    @MainActor @Sendable (Secret, ConfiguredCredential, _ environment: APIEnvironment) async throws
    -> Void

  private unowned let api: API
  private let secrets: Secrets
  private let stores: Stores
  private let forgets: @MainActor @Sendable (ConfiguredCredential) -> Void
  private let directory: String
  private let clock: any Clock<Duration>
  private let hasEnded: @Sendable (Credential, APIEnvironment) async -> Void
  private var made: [SignInWays] = []

  /// `stores` stores secrets that users enter, if the configuration names a program for that.
  ///
  /// `forgets` discards the secret of a configured credential, so that it is read again. `hasEnded`
  /// is called when a server has ended a session.
  init(
    _ api: API, secrets: @escaping Secrets, stores: @escaping Stores,
    forgets: @escaping @MainActor @Sendable (ConfiguredCredential) -> Void, directory: String,
    clock: any Clock<Duration>,
    hasEnded: @escaping @Sendable (Credential, APIEnvironment) async -> Void
  ) {
    (self.api, self.secrets, self.stores, self.directory) = (api, secrets, stores, directory)
    self.forgets = forgets
    (self.clock, self.hasEnded) = (clock, hasEnded)
  }

  func ways(of environment: APIEnvironment) -> SignInWays {
    if let known = made.first(where: { $0.environment == environment }) { return known }
    made.removeAll { $0.environment.name == environment.name }
    let ways = make(environment)
    made.append(ways)
    return ways
  }

  var security: APISecurity { api.security }

  /// Discards everything derived from the description, so that it is read again.
  func forget() { made = [] }

  private func make(_ environment: APIEnvironment) -> SignInWays {
    if let credentials = environment.credentials {
      let ways = credentials.map { way($0.scheme, environment, configured: $0) }
      return SignInWays(
        environment, ways,
        SecurityAuthorizer(
          all: ways.map { SecurityAuthorizer.Scheme($0.scheme.id, $0.authorizer) }),
        isUsual: false)
    }
    let security = api.security
    let ways = security.schemes.map { way($0, environment, configured: nil) }
    let schemes = ways.map { way in
      SecurityAuthorizer.Scheme(
        way.scheme.id, way.authorizer,
        isOfConnection: way.scheme.kind == .clientCertificate)
    }
    return SignInWays(
      environment, ways, SecurityAuthorizer(schemes, usual: security.usual),
      isUsual: security.usual == nil)
  }

  private func way(
    _ scheme: SecurityScheme, _ environment: APIEnvironment, configured: ConfiguredCredential?
  ) -> SignInWay {
    let file = CredentialFile(
      path(of: environment, scheme), for: environment.baseURL.origin, kind: scheme.kind.name,
      clock: clock)
    var source: CredentialSource?
    if let configured { source = self.source(of: configured, environment) }
    var usersClient: CredentialSource?
    if case .oauth(let settings) = scheme.kind, settings.mayNeedUser {
      (usersClient, source) = (source, nil)
    }
    let stored: CredentialSource
    if let source { stored = source } else { stored = { try file.recent() } }
    let authorizer: any SchemeAuthorizer
    switch scheme.kind {
    case .apiKey(let name, let place):
      authorizer = APIKeyAuthorizer(name, in: place, source: stored)
    case .basic: authorizer = BasicAuthorizer(source: stored)
    case .bearer: authorizer = BearerAuthorizer(source: stored)
    case .session: authorizer = tokens(file, sessions(of: environment), nil, environment)
    case .oauth(let settings):
      var client: CredentialSource?
      if let source { client = asking(source, settings, environment) }
      authorizer = tokens(
        file, self.client(settings, for: environment, of: usersClient), client, environment)
    case .clientCertificate, .unsupported: authorizer = NoAuthorizer()
    }
    var store: (@MainActor @Sendable (Secret) async throws -> Void)?
    if let configured, configured.store != nil {
      store = { [stores] in try await stores($0, configured, environment) }
    }
    var forget: (@MainActor @Sendable () -> Void)?
    if let configured { forget = { [forgets] in forgets(configured) } }
    return SignInWay(
      scheme: scheme, file: file, authorizer: authorizer, source: source, client: usersClient,
      store: store, forget: forget)
  }

  private func tokens(
    _ file: CredentialFile, _ issuer: any TokenIssuer, _ source: CredentialSource?,
    _ environment: APIEnvironment
  ) -> TokenAuthorizer {
    TokenAuthorizer(file, issuer, source: source) { [hasEnded] in await hasEnded($0, environment) }
  }

  /// Returns the sessions of an environment whose API is like the shop's.
  ///
  /// - Parameter authorizer: authorizes the requests about a session if the environment is not the current
  ///   one.
  func sessions(
    of environment: APIEnvironment, authorizer: (any Authorizer)? = nil
  ) -> ShopSessions {
    var base = environment.baseURL
    if let version = environment.version, !version.isEmpty { base = base.appending(path: version) }
    let isCurrent = environment == api.client.environment
    return ShopSessions(
      isCurrent ? api.client : api.context.client(for: environment, authorizer: authorizer),
      at: base)
  }

  /// `client` returns the client with which users sign in, if it is configured.
  func client(
    _ settings: OAuthSettings, for environment: APIEnvironment, of client: CredentialSource?
  ) -> OAuthClient {
    let context = api.context
    // The user has written the configuration, so its origins are trusted.
    let trusted = environment.credentials == nil ? security.agreedOrigins : nil
    return OAuthClient(
      settings.resolved(at: environment.baseURL), for: environment.baseURL, trusted: trusted,
      client: client
    ) { url in
      try await context.client(for: environment.service("tokens", at: url))
    }
  }

  /// Returns a closure that reads a configured credential, or the client with which a user signs in; nil if the
  /// configuration has neither.
  private func source(
    of configured: ConfiguredCredential, _ environment: APIEnvironment
  ) -> CredentialSource? {
    let secret = configured.secret
    guard secret != nil || configured.user != nil else { return nil }
    let (origin, command) = (environment.baseURL.origin, api.signInCommand)
    // The secret of an OAuth client is sent to the server that issues tokens.
    var target = origin
    if case .oauth(let settings) = configured.scheme.kind {
      let settings = settings.resolved(at: environment.baseURL)
      target = (settings.tokenURL ?? settings.issuer)?.origin ?? origin
    }
    let given = { @Sendable [secrets, target] (source: SecretSource?) async throws -> Secret? in
      guard let source else { return nil }
      return try await secrets(source, environment, target)
    }
    return { [secrets, target] in
      let user: String? =
        switch configured.user {
        case .text(let text)?: text
        case .source(let source)?: try await secrets(source, environment, target).text
        case nil: nil
        }
      do {
        return Credential(
          user: user, secret: try await given(secret), origin: origin)
      } catch let error as ShellError where configured.store != nil {
        // No secret may have been stored yet.
        throw ShellError(error.code, error.message, hint: SessionError.signIn(by: command))
      }
    }
  }

  /// Adds the token endpoint and the scopes to a source's credentials, so that tokens issued for others are
  /// not used.
  private func asking(
    _ source: @escaping CredentialSource, _ settings: OAuthSettings, _ environment: APIEnvironment
  ) -> CredentialSource {
    let asked = settings.resolved(at: environment.baseURL).asked
    return {
      guard var credential = try await source() else { return nil }
      credential.asked = asked
      return credential
    }
  }

  /// The characters that are not escaped in file names: letters, digits, `-` and `_`.
  private static let fileNameBytes = PercentEncoding.query.subtracting(".~")

  static func removeCredentials(of api: String, in directory: String) throws {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    let start = PercentEncoding.encode("\(api):", keeping: fileNameBytes)
    for file in files where file.hasPrefix(start) {
      do {
        try FileManager.default.removeItem(atPath: "\(directory)/\(file)")
      } catch let error as CocoaError where error.code == .fileNoSuchFile {
        // Another shell has just removed it.
      } catch {
        throw ShellError(
          .failed, "cannot remove what you have signed in to '\(api)' with",
          hint: "remove \(directory)/\(file)")
      }
    }
  }

  /// The path of a credential's file; the names are escaped, so that they cannot lead to another folder.
  private func path(of environment: APIEnvironment, _ scheme: SecurityScheme) -> String {
    let name = PercentEncoding.encode(environment.name, keeping: Self.fileNameBytes)
    // The shell's own sessions had these file names before there were other schemes.
    if scheme.kind == .session, api.isOwn { return "\(directory)/\(name).json" }
    var id = PercentEncoding.encode(scheme.id, keeping: Self.fileNameBytes)
    // A file name must not exceed 255 bytes.
    if id.utf8.count > 100 { id = Credential.account(of: Secret(scheme.id)) }
    return "\(directory)/\(name).\(id).json"
  }
}
