import CoreSQLite
import WebMessages

/// Answers what is asked about reviews.
struct ReviewHandlers {
  let database: Database
  let now: Int

  func list(of product: String, _ request: ShopRequest) throws -> ShopResponse {
    let asked = try Page(request)
    return try database.transaction(.deferred) {
      let product = try number(ofProduct: product)
      let total =
        try database.first(
          "SELECT count(*) FROM reviews WHERE product = ?", .integer(product),
          row: { $0.integer(0) }) ?? 0
      return try .list(asked, total: total, of: request) { page in
        try database.forEach(
          """
          SELECT \(Review.columns) FROM reviews WHERE product = ?
          ORDER BY number DESC LIMIT ? OFFSET ?
          """, [.integer(product), .integer(asked.size), .integer(asked.offset)]
        ) { page.element(Review($0), as: request.format) }
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
      throw Refusal.invalid("rating and comment are both needed.")
    }
    let key = try IdempotencyKey(
      request, account: session.account, rating: rating, comment: comment)
    return try database.transaction(.immediate) {
      if let answer = try key?.answer(in: database, as: request.format) { return answer }
      try database.run(
        "INSERT INTO reviews (product, rating, comment, author, account) VALUES (?, ?, ?, ?, ?)",
        .integer(number), .integer(rating), .text(comment), .text(session.user),
        .integer(session.account))
      let review = Review(
        number: database.lastInsertedRow, product: number, rating: rating, comment: comment,
        author: session.user, account: session.account)
      let event = try record(.inserted, review, of: product)
      try key?.record(review, event: event, now: now, in: database)
      return .created(review, event: event, as: request.format)
    }
  }

  func edit(_ id: String, of product: String, _ request: ShopRequest) throws -> ShopResponse {
    let session = try session(of: request)
    return try database.transaction(.immediate) {
      let old = try ownReview(id, of: product, session)
      let form = try ReviewForm(request, changing: old.id)
      guard form.rating != nil || form.comment != nil else {
        throw Refusal.invalid("rating or comment is needed.")
      }
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
    guard let review else { throw Refusal.notFound("The product has no such review.") }
    return review
  }

  private func ownReview(_ id: String, of product: String, _ session: Session) throws -> Review {
    let review = try review(id, of: product)
    guard review.account == session.account else {
      throw Refusal.forbidden("The review is someone else's: only its author may change it.")
    }
    return review
  }

  private func record(_ kind: ShopChange.Kind, _ review: Review, of product: String) throws -> Int {
    try EventRecord(kind: kind, resource: "products/\(product)/reviews", item: review.id)
      .record(in: database)
  }
}
