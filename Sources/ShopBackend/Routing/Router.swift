import CoreSQLite
import WebMessages

/// Brings a request to the handler of its resource.
struct Router {
  let database: Database
  let now: Int
  let attempts: LoginAttempts
  let passwords: PasswordCheck

  /// Answers a request; only signing in suspends.
  func respond(to request: ShopRequest) async throws -> ShopResponse {
    let resource = try Self.resource(request.segments)
    // HEAD is GET without the body, which the shop leaves off at the end.
    let method = request.method == .head ? .get : request.method
    let products = ProductHandlers(database: database)
    let reviews = ReviewHandlers(database: database, now: now)
    let sessions = SessionHandlers(
      database: database, now: now, attempts: attempts, passwords: passwords)
    switch (method, resource) {
    case (.get, .products): return try products.list(request)
    case (.get, .product(let id)): return try products.show(id, request)
    case (.get, .relatedProducts(let id)): return try products.related(to: id, request)
    case (.get, .reviews(let product)): return try reviews.list(of: product, request)
    case (.post, .reviews(let product)): return try reviews.add(to: product, request)
    case (.get, .review(let id, let product)): return try reviews.show(id, of: product, request)
    case (.put, .review(let id, let product)): return try reviews.edit(id, of: product, request)
    case (.delete, .review(let id, let product)):
      return try reviews.delete(id, of: product, request)
    case (.get, .session): return try sessions.show(request)
    case (.post, .session): return try await sessions.logIn(request)
    case (.delete, .session): return try sessions.logOut(request)
    case (.post, .sessionRefresh): return try sessions.refresh(request)
    case (.get, .description): return ShopResponse(json: OpenAPIDescription.json, as: .plain)
    case (.get, .events):
      throw Refusal.notFound("The events are at /v1/events, written so.")
    default: throw Refusal.notAllowed(request.method.rawValue, at: resource)
    }
  }

  /// What a path's segments name.
  static func resource(_ segments: [String]) throws(Refusal) -> Resource {
    guard let resource = Resource(segments) else {
      throw .notFound(
        "Nothing is at this path. The shop has /v1/products and /v1/session, and describes itself"
          + " at /v1/openapi.json.")
    }
    return resource
  }
}
