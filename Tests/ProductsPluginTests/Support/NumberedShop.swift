import FoundationEssentials
import SeashellKit
import SeashellTesting

/// A shop with the products `p-1`, `p-2` and so on, listed in pages.
struct NumberedShop: Sendable {
  var count: Int

  var brokenPage: Int?

  /// Overrides the page that follows another.
  var detours: [Int: Int] = [:]

  /// Whether a page links to the next one; if not, only the total is given.
  var hasLinks = true

  /// Whether every page is the first one, regardless of the requested number.
  var ignoresPage = false

  /// Overrides the total that the shop gives.
  var claimed: Int?

  var transport: StubTransport {
    StubTransport { request in
      let items = URLComponents(url: request.url, resolvingAgainstBaseURL: true)?.queryItems ?? []
      func number(_ name: String) -> Int? {
        items.first { $0.name == name }?.value.flatMap { Int($0) }
      }
      return answer(page: number("page") ?? 1, size: number("per_page") ?? 20)
    }
  }

  private func answer(page: Int, size: Int) -> HTTPResponse {
    if page == brokenPage { return HTTPResponse(status: 503) }
    let first = ignoresPage ? 0 : min((page - 1) * size, count)
    let products = (first..<min(first + size, count)).map { Self.product($0 + 1) }
    var headers: HTTPHeaders = ["X-Total-Count": String(claimed ?? count)]
    if hasLinks, let next = detours[page] ?? (first + size < count ? page + 1 : nil) {
      headers["Link"] = "</v1/products?page=\(next)&per_page=\(size)>; rel=\"next\""
    }
    return HTTPResponse(
      status: 200, headers: headers,
      body: HTTPBody(Data("[\(products.joined(separator: ","))]".utf8)))
  }

  static func product(_ number: Int) -> String {
    """
    {"id":"p-\(number)","name":"Mug \(number)","description":"Holds tea.","price":18.5,\
    "currency_code":"EUR","image":null}
    """
  }

  /// The TSV lines of a range of products.
  static func lines(_ numbers: ClosedRange<Int>) -> String {
    numbers.map { "p-\($0)\tMug \($0)\t18.5\tEUR\n" }.joined()
  }
}
