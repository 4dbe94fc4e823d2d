import WebMessages

/// What a path names.
enum Resource: Equatable {
  case products
  case product(String)
  case relatedProducts(String)
  case reviews(product: String)
  case review(String, product: String)
  case session
  case sessionRefresh
  case events
  case description

  /// Reads a path's segments, the version first; nil where they name nothing.
  init?(_ segments: [String]) {
    guard segments.first == "v1" else { return nil }
    let names = segments.dropFirst()
    switch (names.first, names.dropFirst().first, names.dropFirst(2).first, names.count) {
    case ("products", _, _, 1): self = .products
    case ("products", let id?, _, 2): self = .product(id)
    case ("products", let id?, "relatedProducts", 3): self = .relatedProducts(id)
    case ("products", let id?, "reviews", 3): self = .reviews(product: id)
    case ("products", let id?, "reviews", 4): self = .review(names.last ?? "", product: id)
    case ("session", _, _, 1): self = .session
    case ("session", "refresh", _, 2): self = .sessionRefresh
    case ("events", _, _, 1): self = .events
    case ("openapi.json", _, _, 1): self = .description
    default: return nil
    }
  }

  /// The methods that the resource answers.
  var methods: [HTTPMethod] {
    switch self {
    case .products, .product, .relatedProducts, .events, .description: [.get, .head]
    case .reviews: [.get, .head, .post]
    case .review: [.get, .head, .put, .delete]
    case .session: [.get, .head, .post, .delete]
    case .sessionRefresh: [.post]
    }
  }

  /// The value of `Allow`.
  var allow: String {
    methods.map(\.rawValue).joined(separator: ", ")
  }
}
