import FoundationEssentials
import SeashellKit

/// The shop's web service.
struct ShopClient: APIClient {
  let baseURL: URL
  let version: String? = "v1"
  let transport: any Transport
  var token: String?

  /// The client for `shared`: `ShopClient.$chosen.withValue(client) { … }`.
  @TaskLocal static var chosen: ShopClient?

  /// The client that the calls use.
  static var shared: ShopClient {
    get throws {
      guard let chosen else { throw APIError(.invalid, detail: "no client is chosen") }
      return chosen
    }
  }

  /// Signs each request.
  func willSendRequest(_ request: inout APIRequest) async throws {
    if let token { request.headers["Authorization"] = "Bearer \(token)" }
  }
}
