import FoundationEssentials
import SeashellKit
import SeashellTesting

/// A shop with one reviewed product, `p-1`, and reviews with the given ratings, newest first.
///
/// In the list of all products, each review is of another product: `r-2` of `p-2`. It ignores filters.
struct ReviewedShop: Sendable {
  var ratings: [Int]

  /// The number of the page that fails.
  var brokenPage: Int?

  /// Overrides the page that follows another.
  var detours: [Int: Int] = [:]

  /// Overrides the total that the shop gives.
  var claimed: Int?

  /// The default page size.
  var pageSize = 20

  var transport: StubTransport {
    StubTransport { request in
      let path = request.url.path()
      guard path == "/v1/products/p-1/reviews" || path == "/v1/reviews" else {
        return HTTPResponse(status: 404)
      }
      if request.method == .post {
        return Self.response(201, Self.review(215, rating: 4, "It's fine", by: "demo"))
      }
      let items = URLComponents(url: request.url, resolvingAgainstBaseURL: true)?.queryItems ?? []
      func number(_ name: String) -> Int? {
        items.first { $0.name == name }?.value.flatMap { Int($0) }
      }
      return answer(path, page: number("page") ?? 1, size: number("per_page") ?? pageSize)
    }
  }

  private func answer(_ path: String, page: Int, size: Int) -> HTTPResponse {
    if page == brokenPage { return HTTPResponse(status: 503) }
    let first = min((page - 1) * size, ratings.count)
    let reviews = (first..<min(first + size, ratings.count)).map {
      Self.review(
        $0 + 1, of: path == "/v1/reviews" ? "p-\($0 + 1)" : nil, rating: ratings[$0])
    }
    var response = Self.response(200, "[\(reviews.joined(separator: ","))]")
    response.headers["X-Total-Count"] = String(claimed ?? ratings.count)
    if let next = detours[page] ?? (first + size < ratings.count ? page + 1 : nil) {
      response.headers["Link"] =
        "<\(path)?per_page=\(size)&page=\(next)>; rel=\"next\""
    }
    return response
  }

  static func response(_ status: Int, _ json: String) -> HTTPResponse {
    HTTPResponse(status: status, body: HTTPBody(Data(json.utf8)))
  }

  /// Returns the JSON of a review; without a product, as in the format of older shops.
  static func review(
    _ number: Int, of product: String? = nil, rating: Int = 5, _ comment: String = "Good.",
    by author: String = "maja"
  ) -> String {
    let product = product.map { #""product":"\#($0)","# } ?? ""
    return
      #"{"id":"r-\#(number)",\#(product)"rating":\#(rating),"comment":"\#(comment)","author":"\#(author)"}"#
  }
}
