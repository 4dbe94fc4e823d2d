import FoundationEssentials
import SeashellKit
import SeashellTesting

/// A shop with one reviewed product, `p-1`, and reviews with the given ratings, newest first.
struct ReviewedShop: Sendable {
  var ratings: [Int]

  /// The number of the page that fails.
  var brokenPage: Int?

  /// Overrides which page follows another.
  var detours: [Int: Int] = [:]

  /// Overrides the total that the shop gives.
  var claimed: Int?

  /// The default page size.
  var pageSize = 20

  var transport: StubTransport {
    StubTransport { request in
      guard request.url.path() == "/v1/products/p-1/reviews" else {
        return HTTPResponse(status: 404)
      }
      if request.method == .post {
        return Self.response(201, Self.review(215, rating: 4, "It's fine", by: "demo"))
      }
      let items = URLComponents(url: request.url, resolvingAgainstBaseURL: true)?.queryItems ?? []
      func number(_ name: String) -> Int? {
        items.first { $0.name == name }?.value.flatMap { Int($0) }
      }
      return answer(page: number("page") ?? 1, size: number("per_page") ?? pageSize)
    }
  }

  private func answer(page: Int, size: Int) -> HTTPResponse {
    if page == brokenPage { return HTTPResponse(status: 503) }
    let first = min((page - 1) * size, ratings.count)
    let reviews = (first..<min(first + size, ratings.count)).map {
      Self.review($0 + 1, rating: ratings[$0])
    }
    var response = Self.response(200, "[\(reviews.joined(separator: ","))]")
    response.headers["X-Total-Count"] = String(claimed ?? ratings.count)
    if let next = detours[page] ?? (first + size < ratings.count ? page + 1 : nil) {
      response.headers["Link"] =
        "</v1/products/p-1/reviews?per_page=\(size)&page=\(next)>; rel=\"next\""
    }
    return response
  }

  static func response(_ status: Int, _ json: String) -> HTTPResponse {
    HTTPResponse(status: status, body: HTTPBody(Data(json.utf8)))
  }

  static func review(
    _ number: Int, rating: Int = 5, _ comment: String = "Good.", by author: String = "maja"
  ) -> String {
    #"{"id":"r-\#(number)","rating":\#(rating),"comment":"\#(comment)","author":"\#(author)"}"#
  }
}
