import CoreSQLite
import WebMessages

struct ReviewHandlers {
  let database: Database
  let now: Int

  /// Lists the reviews of a product, or of all products if it is nil.
  func list(of product: String?, _ request: ShopRequest) throws -> ShopResponse {
    let page = try Page(request)
    var query = try ReviewQuery(request)
    return try database.transaction(.deferred) {
      if let product { query.require("product = ?", .integer(try number(ofProduct: product))) }
      var total = 0
      try database.forEach(query.count, query.values) { total = $0.integer(0) }
      return try .list(page, total: total, of: request) { list in
        try database.forEach(
          query.page, query.values + [.integer(page.size), .integer(page.offset)]
        ) { list.element(Review($0), as: request.format) }
      }
    }
  }

  func show(_ id: String, of product: String, _ request: ShopRequest) throws -> ShopResponse {
    ShopResponse(try review(id, of: product), as: request.format)
  }

  func add(to product: String, _ request: ShopRequest) throws -> ShopResponse {
    let session = try session(of: request)
    let number = try number(ofProduct: product)
    let form = try ReviewForm(request)
    guard let rating = form.rating, let comment = form.comment else {
      throw ShopProblem.invalid("rating and comment are required.")
    }
    let key = try IdempotencyKey(
      request, account: session.account, rating: rating, comment: comment)
    return try database.transaction(.immediate) {
      if let recorded = try key?.recordedResponse(in: database, as: request.format) {
        return recorded
      }
      try database.run(
        "INSERT INTO reviews (product, rating, comment, author, account) VALUES (?, ?, ?, ?, ?)",
        .integer(number), .integer(rating), .text(comment), .text(session.user),
        .integer(session.account))
      let review = Review(
        number: database.lastInsertedRow, product: number, rating: rating, comment: comment,
        author: session.user, account: session.account)
      let event = try record(.inserted, review, of: product)
      try key?.record(review, event: event, now: now, in: database)
      return ShopResponse(created: review, event: event, as: request.format)
    }
  }

  func edit(_ id: String, of product: String, _ request: ShopRequest) throws -> ShopResponse {
    let session = try session(of: request)
    return try database.transaction(.immediate) {
      let old = try ownReview(id, of: product, session)
      let form = try ReviewForm(request, changing: old.id)
      guard form.rating != nil || form.comment != nil else {
        throw ShopProblem.invalid("rating or comment is required.")
      }
      try checkIsExpected(old, by: request)
      let review = Review(
        number: old.number, product: old.product, rating: form.rating ?? old.rating,
        comment: form.comment ?? old.comment, author: old.author, account: old.account)
      try database.run(
        "UPDATE reviews SET rating = ?, comment = ? WHERE number = ?", .integer(review.rating),
        .text(review.comment), .integer(review.number))
      let event = try record(.updated, review, of: product)
      var response = ShopResponse(review, as: request.format)
      response.headers["Event-Id"] = String(event)
      return response
    }
  }

  func delete(_ id: String, of product: String, _ request: ShopRequest) throws -> ShopResponse {
    let session = try session(of: request)
    return try database.transaction(.immediate) {
      let review = try ownReview(id, of: product, session)
      try checkIsExpected(review, by: request)
      try database.run("DELETE FROM reviews WHERE number = ?", .integer(review.number))
      let event = try record(.deleted, review, of: product)
      var response = ShopResponse(status: 204)
      response.headers["Event-Id"] = String(event)
      return response
    }
  }

  private func session(of request: ShopRequest) throws -> Session {
    try SessionStore(database: database, now: now).session(of: request)
  }

  private func number(ofProduct id: String) throws -> Int {
    try ProductHandlers(database: database).number(of: id)
  }

  private func review(_ id: String, of product: String) throws -> Review {
    let product = try number(ofProduct: product)
    let review = try database.first(
      "SELECT \(Review.columns) FROM reviews WHERE number = ? AND product = ?",
      .integer(Identifier.review.number(id) ?? 0), .integer(product), row: Review.init)
    guard let review else { throw ShopProblem.notFound("The product has no such review.") }
    return review
  }

  private func ownReview(_ id: String, of product: String, _ session: Session) throws -> Review {
    let review = try review(id, of: product)
    guard review.account == session.account else {
      throw ShopProblem.forbidden("Only its author may change a review.")
    }
    return review
  }

  /// Throws ``ShopProblem`` 412 if `If-Match` does not match the review as a GET would return it.
  ///
  /// Check this last, since the field has a meaning only for a request that would succeed (RFC 9110,
  /// section 13.2.1).
  private func checkIsExpected(_ review: Review, by request: ShopRequest) throws {
    guard request.headers["If-Match"] != nil else { return }
    let current = ShopResponse(review, as: request.format)
    guard EntityTag(of: current.body, current.headers).allowsWrite(request.headers) else {
      throw ShopProblem.preconditionFailed
    }
  }

  private func record(_ kind: DataChange.Kind, _ review: Review, of product: String) throws -> Int {
    try DataChange(kind, of: "products/\(product)/reviews", id: review.id).record(in: database)
  }
}

struct ReviewForm {
  /// The maximum length of a comment, in characters.
  static let maximumComment = 2_000

  /// The maximum size of a comment in bytes, since a character may have any number of combining marks.
  static let maximumCommentBytes = 16 << 10

  let rating: Int?
  let comment: String?

  /// `id` is that of the review to change; nil to create one.
  init(_ request: ShopRequest, changing id: String? = nil) throws(ShopProblem) {
    let form = try Form(request, of: Review.self, changing: id)
    rating = try form.integer("rating")
    comment = try form.text("comment")
    if let rating, !(1...5).contains(rating) {
      throw .invalid(field: "rating", "rating must be from 1 to 5.")
    }
    if let comment {
      // Check bytes first, since counting characters takes longer.
      guard comment.utf8.count <= Self.maximumCommentBytes,
        comment.count <= Self.maximumComment
      else {
        throw .invalid(
          field: "comment",
          "comment must have at most \(Self.maximumComment) characters, in at most "
            + "\(Self.maximumCommentBytes) bytes of UTF-8.")
      }
      guard comment.unicodeScalars.contains(where: { !$0.properties.isWhitespace }) else {
        throw .invalid(field: "comment", "comment must not be empty.")
      }
    }
  }
}
