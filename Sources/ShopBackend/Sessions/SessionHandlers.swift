import CoreJSON
import CoreSQLite
import FoundationEssentials
import WebMessages

struct SessionHandlers {
  let database: Database
  let now: Int
  let attempts: LoginAttempts
  let passwords: PasswordCheck

  private var store: SessionStore { SessionStore(database: database, now: now) }

  /// Begins a session.
  ///
  /// Other requests are handled while the password is compared.
  func logIn(_ request: ShopRequest) async throws -> ShopResponse {
    let form = try Form(request, of: SessionResource.self)
    guard let user = try form.text("user"), let password = try form.text("password") else {
      throw ShopProblem.invalid("user and password are required.")
    }
    let wrongCredentials = ShopProblem.unauthorized(
      "invalid_credentials", "Wrong user or password.")
    // No account can have such a name, so there is nothing to compare.
    guard LoginAttempts.isPossibleName(user) else { throw wrongCredentials }
    try attempts.begin(user, now: attempts.now())
    var wasRight: Bool?
    defer { attempts.end(user, wasRight: wasRight, now: attempts.now()) }
    let account = try database.first(
      "SELECT number, password_hash FROM accounts WHERE name = ?", .text(user)
    ) { row in (number: row.integer(0), hash: row.text(1)) }
    // Not in a transaction, so that no other process waits for the comparison.
    wasRight = try await passwords.matches(password, account?.hash)
    guard wasRight == true, let account else { throw wrongCredentials }
    guard !Task.isCancelled else { throw CancellationError() }
    // The password may have changed meanwhile.
    guard let grant = try store.open(account: account.number, passwordHash: account.hash) else {
      throw wrongCredentials
    }
    var response = respond(status: 201, SessionResource(grant), to: request)
    response.headers["Location"] = SessionResource.path
    return response
  }

  func refresh(_ request: ShopRequest) throws -> ShopResponse {
    guard let token = try Form(request, of: SessionResource.self).text("refresh_token") else {
      throw ShopProblem.invalid(field: "refresh_token", "refresh_token is required.")
    }
    guard let grant = try store.rotate(Token(token)) else { throw RefreshToken.problem }
    return respond(SessionResource(grant), to: request)
  }

  func show(_ request: ShopRequest) throws -> ShopResponse {
    respond(SessionResource(try store.session(of: request)), to: request)
  }

  func logOut(_ request: ShopRequest) throws -> ShopResponse {
    try database.transaction(.immediate) {
      try store.close(try store.session(of: request).number)
    }
    return ShopResponse(status: 204)
  }

  /// Returns a response that caches must not store.
  private func respond(
    status: Int = 200, _ session: SessionResource, to request: ShopRequest
  ) -> ShopResponse {
    var response = ShopResponse(status: status, session, as: request.format)
    response.headers["Cache-Control"] = "no-store"
    return response
  }
}

/// A session in a response, with its tokens if they are new.
struct SessionResource: WireResource {
  static let type: StaticString = "sessions"
  static let isSingle = true
  static let path = "/v1/session"

  private let session: Session
  private let tokens: (access: Token, refresh: Token)?

  var id: String { Identifier.session.text(session.number) }
  var path: String { Self.path }

  init(_ session: Session) {
    self.session = session
    tokens = nil
  }

  init(_ grant: SessionStore.Grant) {
    session = grant.session
    tokens = (grant.access, grant.refresh)
  }

  func writeAttributes(into json: inout JSONWriter) {
    if let tokens {
      json.member("access_token", tokens.access.text)
      json.member("refresh_token", tokens.refresh.text)
      json.key("expires_in")
      json.integer(SessionStore.accessLife)
    }
    json.member("user", session.user)
    json.member(
      "expires_at", Date(timeIntervalSince1970: Double(session.expiresAt)).formatted(.iso8601))
  }
}
