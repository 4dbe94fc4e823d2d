import WebMessages
import CoreSQLite

/// Answers logging in and out.
struct SessionHandlers {
  let database: Database
  let now: Int
  let attempts: LoginAttempts
  let passwords: PasswordCheck

  private var store: SessionStore { SessionStore(database: database, now: now) }

  /// Begins a session.
  ///
  /// Other requests are answered while the password is compared.
  ///
  /// - Throws: ``Refusal``; `CancellationError` where the task was cancelled meanwhile, and no session
  ///   was begun.
  func logIn(_ request: ShopRequest) async throws -> ShopResponse {
    let form = try Form(request, of: SessionResource.self)
    guard let user = try form.text("user"), let password = try form.text("password") else {
      throw Refusal.invalid("user and password are both needed.")
    }
    let refusal = Refusal.unauthorized(
      "invalid_credentials", "The user or the password is wrong.")
    // No account has such a name, and so nobody waits for a hash.
    guard LoginAttempts.mayBeName(user) else { throw refusal }
    try attempts.begin(user, now: attempts.now())
    var wasRight: Bool?
    defer { attempts.end(user, wasRight: wasRight, now: attempts.now()) }
    let account = try database.first(
      "SELECT number, password_hash FROM accounts WHERE name = ?", .text(user)
    ) { row in (number: row.integer(0), hash: row.text(1)) }
    // Outside a transaction: no other process waits for the comparison.
    wasRight = try await passwords.matches(password, account?.hash)
    guard wasRight == true, let account else { throw refusal }
    guard !Task.isCancelled else { throw CancellationError() }
    // It may have been given another password meanwhile.
    guard let grant = try store.open(account: account.number, passwordHash: account.hash) else {
      throw refusal
    }
    var response = respond(status: 201, SessionResource(grant), to: request)
    response.headers["Location"] = SessionResource.path
    return response
  }

  func refresh(_ request: ShopRequest) throws -> ShopResponse {
    guard let token = try Form(request, of: SessionResource.self).text("refresh_token") else {
      throw Refusal.invalid(field: "refresh_token", "refresh_token is needed.")
    }
    guard let grant = try store.rotate(Token(token)) else { throw RefreshToken.refusal }
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

  /// What says whose a session is, tokens or not, is kept by nobody on the way.
  private func respond(
    status: Int = 200, _ session: SessionResource, to request: ShopRequest
  ) -> ShopResponse {
    var response = ShopResponse(status: status, session, as: request.format)
    response.headers["Cache-Control"] = "no-store"
    return response
  }
}
