import FoundationEssentials
import SeashellKit
import Synchronization

/// The API of orders in memory: 25 orders, to try the shell without a server and to test it.
///
/// Any user can sign in with any password, and `ada` with the API key `key-of-ada`.
public final class StubOrders: Transport {
  private let orders = Mutex((1...25).reversed().map(StubOrder.init))

  /// Creates the API with its first orders.
  public init() {}

  /// Returns false: requests are answered in memory, so none is lost and sent again.
  public var crossesNetwork: Bool { false }

  /// Answers a request.
  public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let path = request.url.path.split(separator: "/").map(String.init)
    if path.last == "session" { return try Self.session(request) }
    if path.last == "account" {
      guard request.headers["X-Api-Key"] == "key-of-ada" else {
        return Self.problem(401, "The key is not valid.")
      }
      return try Self.response(["user": "ada"])
    }
    let words = path.drop { $0 != "orders" }
    return try orders.withLock { orders in
      let index = orders.firstIndex { $0.id == words.dropFirst().first }
      switch (request.method, words.count, index) {
      case (.get, 1, _):
        return try Self.page(of: orders, for: request)
      case (.get, 2, let index?):
        return try Self.response(orders[index])
      case (.post, 3, let index?) where words.last == "cancel":
        guard orders[index].status == "open" else {
          return Self.problem(409, "The order was \(orders[index].status).")
        }
        orders[index].status = "cancelled"
        return try Self.response(orders[index])
      default:
        return Self.problem(404, "Nothing is here.")
      }
    }
  }

  private static func page(
    of orders: [StubOrder], for request: HTTPRequest
  ) throws -> HTTPResponse {
    let query = URLComponents(url: request.url, resolvingAgainstBaseURL: false)?.queryItems ?? []
    func value(_ name: String) -> String? { query.first { $0.name == name }?.value }
    let status = value("status")
    let found = orders.filter { status == nil || $0.status == status }
    let size = value("per_page").flatMap { Int($0) } ?? 20
    let page = value("page").flatMap { Int($0) } ?? 1
    var response = try response(Array(found.dropFirst((page - 1) * size).prefix(size)))
    response.headers["X-Total-Count"] = "\(found.count)"
    return response
  }

  /// Answers a request about the session; the token is the user's name.
  private static func session(_ request: HTTPRequest) throws -> HTTPResponse {
    let body = try request.body?.data.map { try JSONDecoder().decode(JSONValue.self, from: $0) }
    switch request.method {
    case .post:
      let user = body?["user"] ?? body?["refresh_token"] ?? .null
      return try response(
        ["access_token": user, "refresh_token": user, "expires_in": 3600] as JSONValue)
    case .get:
      let user = request.headers["Authorization"]?.dropFirst("Bearer ".count) ?? ""
      return try response(
        ["user": .string(String(user)), "expires_at": "2030-01-01T00:00:00Z"] as JSONValue)
    default:
      return HTTPResponse(status: 204)
    }
  }

  private static func response(_ body: some Encodable) throws -> HTTPResponse {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.dateEncodingStrategy = .iso8601
    return HTTPResponse(
      status: 200, headers: ["Content-Type": "application/json"],
      body: HTTPBody(try encoder.encode(body)))
  }

  private static func problem(_ status: Int, _ detail: String) -> HTTPResponse {
    HTTPResponse(
      status: status, headers: ["Content-Type": "application/json"],
      body: HTTPBody(Data(#"{"errors":[{"detail":"\#(detail)"}]}"#.utf8)))
  }
}

/// An order in the stub's JSON.
struct StubOrder: Encodable {
  let id: String
  var status: String
  let placedAt: Date
  let customer: String
  let currency = "EUR"
  let items: [Item]

  struct Item: Encodable {
    let name: String
    let quantity: Int
    let price: Decimal
  }

  /// Creates an order that differs from the others by its number.
  init(_ number: Int) {
    id = "o-\(number)"
    status = number <= 15 ? "shipped" : number == 20 ? "cancelled" : "open"
    // One day apart, from the first of November 2026.
    placedAt = Date(timeIntervalSince1970: 1_793_525_400 + Double(number - 1) * 86_400)
    customer = ["Ada Byron", "Grace Murray", "Edsger Jansen"][number % 3]
    items = [
      Item(name: "Tea", quantity: 1 + number % 4, price: Decimal(475) / 100),
      Item(name: "Teapot", quantity: 1, price: 32),
    ]
  }
}
