import WebCurl
import Foundation
import Testing
import WebMessages

extension CurlTransport {
  /// A transport with bounds that a test can wait for.
  convenience init(_ change: (inout TransportSettings) -> Void) {
    var settings = TransportSettings()
    change(&settings)
    self.init(settings)
  }

  /// Gets an address.
  func get(_ address: String, headers: HTTPHeaders = [:]) async throws -> HTTPResponse {
    try await send(HTTPRequest(url: try #require(URL(string: address)), headers: headers))
  }

  /// Gets an address and the text that is there.
  func text(_ address: String) async throws -> String {
    try await get(address).text()
  }

  /// Sends bytes to an address.
  func post(_ address: String, _ body: HTTPBody?, method: HTTPMethod = .post) async throws
    -> HTTPResponse
  {
    try await send(
      HTTPRequest(method: method, url: try #require(URL(string: address)), body: body))
  }

  /// The error that getting an address, and its body, ends with.
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
  /// The whole body as text.
  func text() async throws -> String {
    String(decoding: try await body.collect(upTo: 64 << 20), as: UTF8.self)
  }
}
