import CoreJSON
import CoreSQLite
import CoreSystem
import FoundationEssentials
import WebMessages

/// A key that makes a write happen only once, even if it is sent several times.
struct IdempotencyKey {
  /// The scope within which a key is unique: an account, a method and a path.
  struct Scope: Hashable {
    let account: Int
    let method: HTTPMethod
    let path: String
    let key: String
  }

  /// The time for which a response is stored, in seconds.
  static let life = 30 * 86_400

  let scope: Scope

  /// The hash of the review's fields; the bytes of the body would not do, since they differ with each
  /// multipart boundary.
  private let contentHash: [UInt8]

  /// Reads `Idempotency-Key`; nil if the request has none.
  init?(_ request: ShopRequest, account: Int, rating: Int, comment: String) throws(ShopProblem) {
    guard let key = request.headers["Idempotency-Key"] else { return nil }
    guard Self.isKey(key) else {
      throw .invalid(
        "Idempotency-Key must have 1 to 255 visible ASCII characters.",
        at: .header("Idempotency-Key"))
    }
    scope = Scope(account: account, method: request.method, path: request.path, key: key)
    contentHash = SHA256.digest("\(rating)\n\(comment)".utf8)
  }

  private static func isKey(_ text: String) -> Bool {
    (1...255).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }

  /// Returns the earlier response to the key; nil if the key is new.
  ///
  /// - Throws: ``ShopProblem`` 422 if it was used for another review.
  func recordedResponse(in database: Database, as format: Representation) throws -> ShopResponse? {
    try database.first(
      """
      SELECT content_hash, event, body, location FROM idempotency_keys
      WHERE account = ? AND method = ? AND path = ? AND key = ?
      """, .integer(scope.account), .text(scope.method.rawValue), .text(scope.path),
      .text(scope.key)
    ) { row in
      guard row.blob(0) == contentHash else {
        throw ShopProblem.invalid(
          "Idempotency-Key was used before for another review.", at: .header("Idempotency-Key"))
      }
      return ShopResponse(
        created: try RecordedReview(row.blob(2), location: row.text(3)), event: row.integer(1),
        as: format)
    }
  }

  /// Records a response in the write's transaction, and deletes expired ones.
  func record(_ review: Review, event: Int, now: Int, in database: Database) throws {
    var json = JSONWriter()
    json.resource(review, as: .plain)
    try database.run(
      "DELETE FROM idempotency_keys WHERE created_at <= ?", .integer(now - Self.life))
    try database.run(
      "INSERT INTO idempotency_keys VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
      .integer(scope.account), .text(scope.method.rawValue), .text(scope.path), .text(scope.key),
      .blob(contentHash), .text(review.path), .integer(event), .blob(json.bytes), .integer(now))
  }
}

private struct RecordedReview {
  private let fields: Fields
  let path: String

  private struct Fields: Decodable {
    let id: String
    let rating: Int
    let comment: String
    let author: String
  }

  init(_ json: [UInt8], location: String) throws {
    fields = try JSONDecoder().decode(Fields.self, from: Data(json))
    path = location
  }
}

extension RecordedReview: WireResource {
  static let type = Review.type

  var id: String { fields.id }

  private var product: String { String(path.split(separator: "/").dropLast(2).last ?? "") }

  func writeReferences(into json: inout JSONWriter) {
    json.member("product", product)
  }

  func writeAttributes(into json: inout JSONWriter) {
    json.key("rating")
    json.integer(fields.rating)
    json.member("comment", fields.comment)
    json.member("author", fields.author)
  }

  func writeRelationships(into json: inout JSONWriter) {
    json.relationship(
      "product", at: "/v1/products/\(product)", type: "products", id: product)
  }
}
