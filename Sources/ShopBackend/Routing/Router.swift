import SQLite
import WebAPI

/// Brings a request to the handler of its resource.
struct Router {
  let database: Database
  let now: Int

  func respond(to request: ShopRequest) throws -> ShopResponse {
    guard let resource = Resource(request.segments) else {
      throw Refusal.notFound(
        "Nothing is at this path. The shop has /v1/products and /v1/session.")
    }
    // HEAD is GET without the body, which the shop leaves off at the end.
    let method = request.method == .head ? .get : request.method
    let products = ProductHandlers(database: database)
    let reviews = ReviewHandlers(database: database, now: now)
    let sessions = SessionHandlers(database: database, now: now)
    switch (method, resource) {
    case (.get, .products): return try products.list(request)
    case (.get, .product(let id)): return try products.show(id)
    case (.get, .relatedProducts(let id)): return try products.related(to: id)
    case (.get, .reviews(let product)): return try reviews.list(of: product, request)
    case (.post, .reviews(let product)): return try reviews.add(to: product, request)
    case (.get, .review(let id, let product)): return try reviews.show(id, of: product)
    case (.put, .review(let id, let product)): return try reviews.edit(id, of: product, request)
    case (.delete, .review(let id, let product)):
      return try reviews.delete(id, of: product, request)
    case (.get, .session): return try sessions.show(request)
    case (.post, .session): return try sessions.logIn(request)
    case (.delete, .session): return try sessions.logOut(request)
    case (.post, .sessionRefresh): return try sessions.refresh(request)
    default: throw Refusal.notAllowed(request.method, allowed: resource.methods)
    }
  }
}
