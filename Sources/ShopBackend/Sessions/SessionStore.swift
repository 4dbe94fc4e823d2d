import CoreSQLite

/// The sessions in the database; a session consists of a login and all tokens that follow from it.
struct SessionStore {
  /// The times for which tokens are valid, in seconds.
  static let accessLife = 3_600
  static let refreshLife = 30 * 86_400

  struct Grant {
    let access: Token
    let refresh: Token
    let session: Session
  }

  let database: Database
  let now: Int

  /// Throws 401 if the request has no valid access token.
  func session(of request: ShopRequest) throws -> Session {
    guard let token = Token(request) else {
      throw ShopProblem.unauthorized("unauthorized", "Sign in first.")
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
      throw ShopProblem.unauthorized(
        "unauthorized", "The access token is invalid or expired. Refresh it, or sign in again.")
    }
    return session
  }

  /// Begins a session; returns nil if the account's password has changed since.
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

  func close(_ session: Int) throws {
    try database.run("DELETE FROM sessions WHERE number = ?", .integer(session))
  }

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
    guard let described else { throw RefreshToken.problem }
    return Grant(access: access, refresh: refresh, session: described)
  }

  func removeExpired() throws {
    try database.run("DELETE FROM sessions WHERE expires_at <= ?", .integer(now))
    try database.run("DELETE FROM access_tokens WHERE expires_at <= ?", .integer(now))
    try database.run("DELETE FROM refresh_tokens WHERE expires_at <= ?", .integer(now))
  }
}

extension SessionStore {
  /// Exchanges a refresh token for new tokens; returns nil if it is invalid.
  ///
  /// A replayed token ends its session.
  func rotate(_ token: Token) throws -> Grant? {
    try database.transaction(.immediate) {
      try removeExpired()
      guard let held = try RefreshToken.find(token.hash, in: database, now: now) else { return nil }
      let successor = try RefreshToken.find(held.successor, in: database, now: now)
      let unused = successor.map { $0.replacedAt == nil } ?? false
      switch held.use(at: now, successorIsUnused: unused) {
      case .first:
        let grant = try grant(session: held.session)
        try replace(token.hash, by: grant.refresh.hash, isSpent: false)
        return grant
      case .again:
        let grant = try grant(session: held.session)
        try replace(token.hash, by: grant.refresh.hash, isSpent: true)
        // The client lost the successor, so if it is used later, someone else has it.
        try replace(held.successor, by: grant.refresh.hash, isSpent: true)
        return grant
      case .replay:
        try close(held.session)
        return nil
      }
    }
  }

  private func replace(_ hash: [UInt8], by successor: [UInt8], isSpent: Bool) throws {
    try database.run(
      "UPDATE refresh_tokens SET replaced_at = ?, successor = ?, spent = ? WHERE hash = ?",
      .integer(now), .blob(successor), .integer(isSpent ? 1 : 0), .blob(hash))
  }
}

struct Session {
  let number: Int
  let account: Int
  let user: String

  /// The time at which the access token expires, in seconds since 1970.
  let expiresAt: Int
}
