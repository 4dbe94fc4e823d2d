import FoundationEssentials
import WebAPI
import SQLite

/// Answers logging in and out.
struct SessionHandlers {
  let database: Database
  let now: Int

  private var store: SessionStore { SessionStore(database: database, now: now) }

  func logIn(_ request: ShopRequest) throws -> ShopResponse {
    let form = try Form(request)
    guard let user = try form.text("user"), let password = try form.text("password") else {
      throw Refusal.invalid("user and password are both needed.")
    }
    let account = try database.first(
      "SELECT number, password_hash FROM accounts WHERE name = ?", .text(user)
    ) { row in (number: row.integer(0), hash: row.text(1)) }
    // Outside a transaction: nobody else waits for the hash.
    guard Password.matches(password, account?.hash), let account else {
      throw Refusal.unauthorized("invalid_credentials", "The user or the password is wrong.")
    }
    return respond(status: 201, try store.open(account: account.number))
  }

  func refresh(_ request: ShopRequest) throws -> ShopResponse {
    guard let token = try Form(request).text("refresh_token") else {
      throw Refusal.invalid("refresh_token is needed.")
    }
    guard let grant = try store.rotate(Token(token)) else { throw RefreshToken.refusal }
    return respond(status: 200, grant)
  }

  func show(_ request: ShopRequest) throws -> ShopResponse {
    let session = try store.session(of: request)
    return ShopResponse { json in
      json.openObject()
      describe(session, in: &json)
      json.closeObject()
    }
  }

  func logOut(_ request: ShopRequest) throws -> ShopResponse {
    try database.transaction(.immediate) {
      try store.close(try store.session(of: request).number)
    }
    return ShopResponse(status: 204)
  }

  private func respond(status: Int, _ grant: SessionStore.Grant) -> ShopResponse {
    var response = ShopResponse(status: status) { json in
      json.openObject()
      json.key("access_token")
      json.string(grant.access.text)
      json.key("refresh_token")
      json.string(grant.refresh.text)
      json.key("expires_in")
      json.integer(SessionStore.accessLife)
      describe(grant.session, in: &json)
      json.closeObject()
    }
    response.headers["Cache-Control"] = "no-store"
    return response
  }

  private func describe(_ session: Session, in json: inout JSONWriter) {
    json.key("user")
    json.string(session.user)
    json.key("expires_at")
    json.string(Date(timeIntervalSince1970: Double(session.expiresAt)).formatted(.iso8601))
  }
}
