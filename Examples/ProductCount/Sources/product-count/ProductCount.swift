import Foundation
import SeashellNetwork

/// A shop's web service.
struct ShopClient: APIClient {
  let baseURL: URL
  let version: String? = "v1"
  var retries = APIRetrySettings.standard

  /// Returns the number of products in the shop.
  func productCount() async throws -> Int {
    let page: APIPage<Product> = try await APIRequest(path: "products", query: ["per_page": 1])
      .response(on: self)
      .pagedResource(.snakeCase)
    return page.total ?? page.elements.count
  }

  private struct Product: Decodable {
    let id: String
  }
}

@main struct ProductCount {
  static func main() async throws {
    guard let url = CommandLine.arguments.dropFirst().first.flatMap(URL.init(string:)) else {
      print("usage: product-count URL")
      exit(2)
    }
    print(try await ShopClient(baseURL: url).productCount())
  }
}
