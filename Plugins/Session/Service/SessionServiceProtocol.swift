public import SeashellHosting
public import SeashellKit

/// Signs in to the environments of an API, and out of them.
public protocol SessionServiceProtocol: Sendable {
  /// Returns the user who is signed in to an environment, without asking the server.
  func user(of environment: APIEnvironment) async -> SignedInUser?

  /// Returns how requests to an environment are authorized, without asking the server.
  ///
  /// - Throws: an error if stored or configured credentials cannot be read.
  func sessions(of environment: APIEnvironment) async throws -> [Session]

  /// Returns the schemes by which a user can sign in.
  ///
  /// - Throws: ``SessionError`` `variableInUse`.
  func schemes(of environment: APIEnvironment) async throws -> [SecurityScheme]

  /// Checks that the user can sign in, before asking for a password.
  ///
  /// - Parameter asks: whether the server is asked too.
  /// - Throws: ``SessionError``, or `APIError`.
  func checkSignIn(
    by scheme: SecurityScheme, to environment: APIEnvironment, asking asks: Bool
  ) async throws

  /// Signs in, and replaces the previous session.
  ///
  /// - Parameters:
  ///   - plan: the plan for one of the environment's schemes, whose ``SignInPlan/foreignOrigins`` the user has
  ///     agreed to.
  ///   - user: the user, or the id of a client; nil if the scheme has none.
  ///   - secret: the key, the password, the token or the client's secret; nil for a client of users without
  ///     one.
  ///   - dialog: shows where the user signs in, if that is at the server.
  /// - Throws: ``SessionError``, `AuthorizationError` or `APIError`.
  func logIn(
    by plan: SignInPlan, user: String?, secret: Secret?, to environment: APIEnvironment,
    showing dialog: SignInDialog
  ) async throws -> Session

  /// Returns how requests to an environment are authorized, according to the server if it can tell.
  ///
  /// - Throws: ``SessionError`` `notSignedIn`, `sessionRefused` or `variableRefused`, or `APIError`.
  func status(of environment: APIEnvironment) async throws -> [Session]

  /// Exchanges the tokens of all schemes for new ones.
  ///
  /// - Throws: ``SessionError`` `notSignedIn`, `sessionRefused`, `notRenewable` or `variableInUse`, or
  ///   `APIError`.
  func refresh(_ environment: APIEnvironment) async throws -> [Session]

  /// Returns the header fields and other parts that authorize requests: `X-API-Key: …`.
  func fields(of environment: APIEnvironment) async throws -> [String]

  /// Chooses one of a scheme's flows, and returns what must be known before signing in by it.
  ///
  /// - Parameters:
  ///   - hasSecret: whether a secret was given, as in a script.
  ///   - mayAsk: whether a user sees what is shown.
  /// - Throws: `AuthorizationError` or `APIError` if the token endpoint is unknown.
  func plan(
    for scheme: SecurityScheme, in environment: APIEnvironment, hasSecret: Bool, mayAsk: Bool
  ) async throws -> SignInPlan

  /// Signs out.
  ///
  /// Stored credentials are removed even if the server cannot be reached.
  ///
  /// - Returns: whether tokens stay valid until they expire, because the server offers no way to revoke
  ///   them.
  /// - Throws: ``SessionError`` `notSignedIn`, `variableInUse`, `configured` or `notEndedByServer`.
  func logOut(of environment: APIEnvironment) async throws -> Bool
}

/// What must be known before a user signs in.
public struct SignInPlan: Sendable {
  /// The scheme, with the flow to use.
  public var scheme: SecurityScheme

  /// The id of the client with which users sign in, if it is known.
  public var clientID: String?

  /// Other origins than the API's where the user would sign in or that would receive the user's secret, unless the
  /// user has approved them already.
  public var foreignOrigins: [String] = []

  /// Requests the tokens; nil if the scheme has no flows.
  var client: OAuthClient?

  /// Creates a plan for a scheme that has no flows.
  public init(_ scheme: SecurityScheme) { self.scheme = scheme }
}
