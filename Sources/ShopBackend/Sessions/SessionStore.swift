import CoreSQLite

/// Sessions and their tokens, as the database keeps them.
///
/// A session is one log-in and all the tokens that descend from it.
struct SessionStore {
  /// How long tokens are good, in seconds.
  static let accessLife = 3_600
  static let refreshLife = 30 * 86_400

  /// How long after its replacement a refresh token may be shown once more, in seconds: the
  /// answer that brought its successor may have been cut.
  static let grace = 60

  /// The tokens of one answer.
  struct Grant {
    let access: Token
    let refresh: Token
    let session: Session
  }

  let database: Database
  let now: Int

  /// The session of a request that needs one.
  func session(of request: ShopRequest) throws -> Session {
    guard let token = Token(request) else {
      throw Refusal.unauthorized("unauthorized", "This needs a session. Sign in first.")
    }
    let session = try database.first(
      """
      SELECT sessions.number, account, name, access_tokens.expires_at
      FROM access_tokens JOIN sessions ON sessions.number = session
      JOIN accounts ON accounts.number = account
      WHERE hash = ? AND access_tokens.expires_at > ?
      """, .blob(token.hash), .integer(now)
    ) { row in
      Session(
        number: row.integer(0), account: row.integer(1), user: row.text(2),
        expiresAt: row.integer(3))
    }
    guard let session else {
      throw Refusal.unauthorized(
        "unauthorized", "The access token is not good, or no longer. Refresh it or sign in again.")
    }
    return session
  }

  /// Begins a session; nil where the account no longer has the password of the hash.
  func open(account: Int, passwordHash: String) throws -> Grant? {
    try database.transaction(.immediate) {
      let isSame = try database.first(
        "SELECT 1 FROM accounts WHERE number = ? AND password_hash = ?", .integer(account),
        .text(passwordHash)
      ) { _ in true }
      guard isSame == true else { return nil }
      try removeExpired()
      try database.run(
        "INSERT INTO sessions (account, expires_at) VALUES (?, ?)", .integer(account),
        .integer(now + Self.refreshLife))
      return try grant(session: database.lastInsertedRow)
    }
  }

  /// Ends a session and all of its tokens.
  func close(_ session: Int) throws {
    try database.run("DELETE FROM sessions WHERE number = ?", .integer(session))
  }

  /// Makes new tokens for a session.
  func grant(session: Int) throws -> Grant {
    let (access, refresh) = (Token.random(), Token.random())
    try database.run(
      "INSERT INTO access_tokens (hash, session, expires_at) VALUES (?, ?, ?)",
      .blob(access.hash), .integer(session), .integer(now + Self.accessLife))
    try database.run(
      "INSERT INTO refresh_tokens (hash, session, expires_at) VALUES (?, ?, ?)",
      .blob(refresh.hash), .integer(session), .integer(now + Self.refreshLife))
    try database.run(
      "UPDATE sessions SET expires_at = ? WHERE number = ?", .integer(now + Self.refreshLife),
      .integer(session))
    let described = try database.first(
      """
      SELECT account, name FROM sessions JOIN accounts ON accounts.number = account
      WHERE sessions.number = ?
      """, .integer(session)
    ) { row in
      Session(
        number: session, account: row.integer(0), user: row.text(1),
        expiresAt: now + Self.accessLife)
    }
    guard let described else { throw RefreshToken.refusal }
    return Grant(access: access, refresh: refresh, session: described)
  }

  /// Forgets what nobody can use any more.
  func removeExpired() throws {
    try database.run("DELETE FROM sessions WHERE expires_at <= ?", .integer(now))
    try database.run("DELETE FROM access_tokens WHERE expires_at <= ?", .integer(now))
    try database.run("DELETE FROM refresh_tokens WHERE expires_at <= ?", .integer(now))
  }
}
