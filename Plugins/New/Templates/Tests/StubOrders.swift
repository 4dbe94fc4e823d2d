import FoundationEssentials
public import SeashellKit
import Synchronization

/// A service with a few orders in memory, in place of a server.
public final class StubOrders: Transport {
  private struct Entry: Codable {
    let id: String
    let name: String
    var status: String
  }

  private let entries = Mutex([
    Entry(id: "o-1", name: "the first", status: "open"),
    Entry(id: "o-2", name: "the second", status: "open"),
  ])

  /// False: requests are answered in memory.
  public var crossesNetwork: Bool { false }

  /// Creates a service.
  public init() {}

  /// Answers a request.
  public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let path = request.url.path.split(separator: "/").map(String.init).drop { $0 != "orders" }
    return try entries.withLock { entries in
      let index = entries.firstIndex { $0.id == path.dropFirst().first }
      switch (request.method, path.count, index) {
      case (.get, 1, _):
        return try HTTPResponse(json: entries, pageFor: request)
      case (.get, 2, let index?):
        return try HTTPResponse(json: entries[index])
      case (.post, 3, let index?) where path.last == "cancel":
        entries[index].status = "cancelled"
        return try HTTPResponse(json: entries[index])
      default:
        return HTTPResponse(status: 404)
      }
    }
  }
}
