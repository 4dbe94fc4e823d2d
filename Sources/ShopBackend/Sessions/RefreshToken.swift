import CoreSQLite

/// A refresh token as the database keeps it, and what may still be done with it.
struct RefreshToken {
  /// What its bearer may have.
  enum Use: Equatable {
    /// A successor: it has not been used before.
    case first
    /// Another successor, in the place of the one whose answer seems to have been cut.
    case again
    /// Nothing: someone else holds the session's tokens too, and the session ends.
    case replay
  }

  let session: Int
  let replacedAt: Int?
  let successor: [UInt8]
  let isSpent: Bool

  static let refusal = Refusal.unauthorized(
    "invalid_refresh_token", "The refresh token is not good, or no longer. Sign in again.")

  static func find(_ hash: [UInt8], in database: Database, now: Int) throws -> RefreshToken? {
    try database.first(
      """
      SELECT session, replaced_at, successor, spent FROM refresh_tokens
      WHERE hash = ? AND expires_at > ?
      """, .blob(hash), .integer(now)
    ) { row in
      RefreshToken(
        session: row.integer(0), replacedAt: row.isNull(1) ? nil : row.integer(1),
        successor: row.blob(2), isSpent: row.integer(3) != 0)
    }
  }

  /// Decides what the token is still good for.
  ///
  /// - Parameter successorIsUnused: whether the token that replaced it has not been shown.
  func use(at now: Int, successorIsUnused: Bool) -> Use {
    guard let replacedAt else { return .first }
    let isInTime = now - replacedAt <= SessionStore.grace
    return !isSpent && isInTime && successorIsUnused ? .again : .replay
  }
}

extension SessionStore {
  /// Exchanges a refresh token for new tokens; nil where it is not good, which ends the session
  /// of one that was good once.
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
        // The lost successor was never used; should it appear after all, someone else has it.
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
