import FaultServer
import Foundation
import SeashellNetwork
import TestSupport
import Testing

// swift-format-ignore: NeverForceUnwrap
/// All that a program needs to call a service.
struct OrdersClient: APIClient {
  static let shared = OrdersClient()

  let baseURL = URL(string: "https://orders.example.com")!
  let version: String? = "v1"
}

/// A client with a transport of its own.
struct PatientClient: APIClient {
  let baseURL: URL
  let transport: any Transport = CurlTransport(settings, userAgent: "orders/1.0")

  private static var settings: TransportSettings {
    var settings = TransportSettings()
    settings.totalTimeout = .seconds(600)
    settings.certificateAuthorities = "/etc/ssl/orders.pem"
    return settings
  }
}

/// Calls over the network, written as a program without a shell writes them.
@Suite(.mayBlock) struct NetworkCallsTests {
  /// A client with an address only.
  private struct LocalClient: APIClient {
    let baseURL: URL
    let version: String? = "v1"
  }

  private struct Order: Decodable, Equatable {
    let id: String
  }

  private let server: FaultServer
  private let url: URL

  init() throws {
    server = try FaultServer { request in
      request.target == "/v1/orders" ? .json(#"[{"id":"o-1"}]"#) : .json(#"{"id":"o-2"}"#)
    }
    url = try #require(URL(string: server.url))
  }

  @Test func `a client needs no more than an address`() async throws {
    let orders: [Order] = try await APIRequest(path: "orders")
      .response(on: LocalClient(baseURL: url))
      .resource()
    #expect(orders == [Order(id: "o-1")])
    #expect(OrdersClient.shared.baseURL.host() == "orders.example.com")
  }

  @Test func `a client's transport has its own settings`() async throws {
    try await APIRequest(path: "orders").response(on: PatientClient(baseURL: url)).verify()
    #expect(server.requests.first?.header("User-Agent") == "orders/1.0")
  }

  @Test func `a single call needs no client and no transport`() async throws {
    let order: Order = try await NetworkRequester.request(
      url: url.appending(path: "o-2"), method: .post, headers: ["X-Note": "n"],
      body: .json(["rating": 4]), jwt: "abc")
    #expect(order == Order(id: "o-2"))
    let sent = try #require(server.requests.first)
    #expect(sent.method == "POST" && sent.text == #"{"rating":4}"#)
    #expect(sent.header("Authorization") == "Bearer abc" && sent.header("X-Note") == "n")
  }
}
