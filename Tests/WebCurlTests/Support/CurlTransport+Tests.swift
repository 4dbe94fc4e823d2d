import WebCurl
import Foundation
import Testing
import WebMessages

extension CurlTransport {
  /// A transport with time limits short enough for a test.
  convenience init(_ change: (inout TransportSettings) -> Void) {
    var settings = TransportSettings()
    change(&settings)
    self.init(settings)
  }

  func get(_ address: String, headers: HTTPHeaders = [:]) async throws -> HTTPResponse {
    try await send(HTTPRequest(url: try #require(URL(string: address)), headers: headers))
  }

  /// Gets an address and returns the body as text.
  func text(_ address: String) async throws -> String {
    try await get(address).text()
  }

  func post(_ address: String, _ body: HTTPBody?, method: HTTPMethod = .post) async throws
    -> HTTPResponse
  {
    try await send(
      HTTPRequest(method: method, url: try #require(URL(string: address)), body: body))
  }

  /// The error of getting an address and reading its body.
  func failure(_ address: String) async -> TransportError? {
    do {
      _ = try await text(address)
      return nil
    } catch {
      return error as? TransportError
    }
  }
}

extension HTTPResponse {
  func text() async throws -> String {
    String(decoding: try await body.collect(upTo: 64 << 20), as: UTF8.self)
  }
}
