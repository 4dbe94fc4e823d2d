import FoundationEssentials
public import SeashellKit
import Synchronization

/// A transport that answers requests with a closure, and records them.
public final class StubTransport: Transport {
  private let answer: @Sendable (HTTPRequest) async throws -> HTTPResponse
  private let sent = Mutex<[HTTPRequest]>([])

  /// Creates a transport.
  ///
  /// - Parameter answer: returns the response to a request, or throws a `TransportError`.
  public init(_ answer: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse) {
    self.answer = answer
  }

  /// Creates a transport that answers every request with the same JSON, or with a text whose type is in
  /// the header fields.
  public convenience init(status: Int = 200, json: String, headers: HTTPHeaders = [:]) {
    self.init { _ in
      var headers = headers
      if headers["Content-Type"] == nil { headers["Content-Type"] = "application/json" }
      return HTTPResponse(status: status, headers: headers, body: HTTPBody(Data(json.utf8)))
    }
  }

  /// The requests so far, in order.
  public var requests: [HTTPRequest] { sent.withLock { $0 } }

  /// Records the request and returns its response.
  public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    sent.withLock { $0.append(request) }
    return try await answer(request)
  }
}
