import SQLite
import WebAPI

/// A key under which a write is done once, however often it is sent.
struct IdempotencyKey {
  /// How long an answer is remembered, in seconds.
  static let life = 30 * 86_400

  let key: String
  let account: Int
  let method: HTTPMethod
  let path: String

  /// The hash of what was asked, not of its bytes: a form that is sent again has another boundary.
  let contentHash: [UInt8]

  /// Reads `Idempotency-Key`; nil where there is none.
  init?(_ request: ShopRequest, account: Int, rating: Int, comment: String) throws(Refusal) {
    guard let key = request.headers["Idempotency-Key"] else { return nil }
    guard (1...255).contains(key.utf8.count) else {
      throw .invalid("Idempotency-Key must have 1 to 255 bytes.")
    }
    self.key = key
    self.account = account
    method = request.method
    path = request.path
    contentHash = SHA256.digest("\(rating)\n\(comment)".utf8)
  }

  /// The answer that was given before.
  ///
  /// - Throws: ``Refusal`` 422 where something else was asked under the same key.
  func answer(in database: Database) throws -> ShopResponse? {
    try database.first(
      """
      SELECT content_hash, location, event, body FROM idempotency_keys
      WHERE account = ? AND method = ? AND path = ? AND key = ?
      """, .integer(account), .text(method.rawValue), .text(path), .text(key)
    ) { row in
      guard row.blob(0) == contentHash else {
        throw Refusal.invalid("Idempotency-Key was used before, for another review.")
      }
      return ShopResponse.created(row.blob(3), location: row.text(1), event: row.integer(2))
    }
  }

  /// Remembers an answer in the transaction that makes the change, and forgets the oldest.
  func record(
    _ body: [UInt8], location: String, event: Int, now: Int, in database: Database
  ) throws {
    try database.run(
      "DELETE FROM idempotency_keys WHERE created_at <= ?", .integer(now - Self.life))
    try database.run(
      "INSERT INTO idempotency_keys VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
      .integer(account), .text(method.rawValue), .text(path), .text(key), .blob(contentHash),
      .text(location), .integer(event), .blob(body), .integer(now))
  }
}

extension ShopResponse {
  /// What answers a write that has made something.
  static func created(_ json: [UInt8], location: String, event: Int) -> ShopResponse {
    var response = ShopResponse(status: 201, json: json)
    response.headers["Location"] = location
    response.headers["Event-Id"] = String(event)
    return response
  }
}
