import CoreSQLite
import WebMessages

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
    guard Self.isKey(key) else {
      throw .invalid(
        "Idempotency-Key must have 1 to 255 visible ASCII characters.",
        at: .header("Idempotency-Key"))
    }
    self.key = key
    self.account = account
    method = request.method
    path = request.path
    contentHash = SHA256.digest("\(rating)\n\(comment)".utf8)
  }

  private static func isKey(_ text: String) -> Bool {
    (1...255).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }

  /// The answer that was given before.
  ///
  /// - Throws: ``Refusal`` 422 where something else was asked under the same key.
  func answer(in database: Database, as format: Representation) throws -> ShopResponse? {
    try database.first(
      """
      SELECT content_hash, event, body, location FROM idempotency_keys
      WHERE account = ? AND method = ? AND path = ? AND key = ?
      """, .integer(account), .text(method.rawValue), .text(path), .text(key)
    ) { row in
      guard row.blob(0) == contentHash else {
        throw Refusal.invalid(
          "Idempotency-Key was used before, for another review.", at: .header("Idempotency-Key"))
      }
      return try ShopResponse.created(
        RecordedReview(row.blob(2), location: row.text(3)), event: row.integer(1), as: format)
    }
  }

  /// Remembers an answer in the transaction that makes the change, and forgets the oldest.
  func record(_ review: Review, event: Int, now: Int, in database: Database) throws {
    var json = JSONWriter()
    json.resource(review, as: .plain)
    try database.run(
      "DELETE FROM idempotency_keys WHERE created_at <= ?", .integer(now - Self.life))
    try database.run(
      "INSERT INTO idempotency_keys VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
      .integer(account), .text(method.rawValue), .text(path), .text(key), .blob(contentHash),
      .text(review.path), .integer(event), .blob(json.bytes), .integer(now))
  }
}
