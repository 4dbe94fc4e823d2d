import CShop
import CoreSQLite
import WebMessages

struct Router {
  let database: Database
  let now: Int
  let attempts: LoginAttempts
  let passwords: PasswordCheck
  let feed: EventFeed
  let feedReader: EventFeed.Reader

  /// Handles a request; only signing in suspends.
  func respond(to request: ShopRequest) async throws -> ShopResponse {
    let route = try Route.matching(request.segments)
    // HEAD is GET without the body, which the shop removes at the end.
    let method = request.method == .head ? .get : request.method
    let products = ProductHandlers(database: database)
    let reviews = ReviewHandlers(database: database, now: now)
    let sessions = SessionHandlers(
      database: database, now: now, attempts: attempts, passwords: passwords)
    switch (method, route) {
    case (.get, .products): return try products.list(request)
    case (.get, .product(let id)): return try products.show(id, request)
    case (.get, .relatedProducts(let id)): return try products.related(to: id, request)
    case (.get, .allReviews): return try reviews.list(of: nil, request)
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
    case (.get, .events): return try streamEvents(request)
    case (.get, .description): return ShopResponse(json: Self.apiDescription, as: .plain)
    default:
      throw ShopProblem.notAllowed(request.method.rawValue, allowed: route.allowedMethods)
    }
  }

  /// A test compares it with the routes, and `Tests/Contract` with the responses.
  static var apiDescription: [UInt8] { Array(shop_description().content) }

  private func streamEvents(_ request: ShopRequest) throws -> ShopResponse {
    guard request.method == .get else { return ShopResponse(eventStream: .empty) }
    let last = request.headers["Last-Event-ID"]
    guard let stream = try feed.open(after: last, in: database, feedReader) else {
      throw ShopProblem.stopping
    }
    return ShopResponse(eventStream: HTTPBody { try await stream.next() })
  }
}

enum Route: Equatable {
  case products
  case product(String)
  case relatedProducts(String)
  case allReviews
  case reviews(product: String)
  case review(String, product: String)
  case session
  case sessionRefresh
  case events
  case description

  /// Parses the segments of a path, with the version first; nil if there is no such route.
  init?(_ segments: [String]) {
    guard segments.first == "v1" else { return nil }
    let names = segments.dropFirst()
    switch (names.first, names.dropFirst().first, names.dropFirst(2).first, names.count) {
    case ("products", _, _, 1): self = .products
    case ("products", let id?, _, 2): self = .product(id)
    case ("products", let id?, "relatedProducts", 3): self = .relatedProducts(id)
    case ("products", let id?, "reviews", 3): self = .reviews(product: id)
    case ("products", let id?, "reviews", 4): self = .review(names.last ?? "", product: id)
    case ("reviews", _, _, 1): self = .allReviews
    case ("session", _, _, 1): self = .session
    case ("session", "refresh", _, 2): self = .sessionRefresh
    case ("events", _, _, 1): self = .events
    case ("openapi.json", _, _, 1): self = .description
    default: return nil
    }
  }

  /// Throws 404 if there is no such route.
  static func matching(_ segments: [String]) throws(ShopProblem) -> Route {
    guard let route = Route(segments) else {
      throw .notFound(
        "Nothing is at this path; GET /v1/openapi.json describes the API.")
    }
    return route
  }

  var methods: [HTTPMethod] {
    switch self {
    case .products, .product, .relatedProducts, .allReviews, .events, .description: [.get, .head]
    case .reviews: [.get, .head, .post]
    case .review: [.get, .head, .put, .delete]
    case .session: [.get, .head, .post, .delete]
    case .sessionRefresh: [.post]
    }
  }

  var allowedMethods: String {
    methods.map(\.rawValue).joined(separator: ", ")
  }

  /// Whether the response is the same for all clients.
  var isShared: Bool {
    switch self {
    case .products, .product, .relatedProducts, .allReviews, .reviews, .review, .description: true
    case .session, .sessionRefresh, .events: false
    }
  }
}
