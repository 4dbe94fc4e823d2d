public import CoreJSON
import FoundationEssentials
public import WebMessages

/// A request as a client would send it, without its credentials.
public struct RequestPreview: Sendable {
  /// The method.
  public let method: HTTPMethod

  /// The address; credentials in it are `…`.
  public let url: String

  /// The header fields in their order; credentials are `…`.
  public let headers: [(name: String, value: String)]

  /// The body, if any.
  ///
  /// JSON is a value, and other text is a string. Any other body, and one with credentials, is replaced by a
  /// description.
  public let body: JSONValue?

  /// A curl command that sends the same request, without its credentials.
  public let curl: String
}

extension APIRequest {
  /// Returns the request as a client would send it, without sending it.
  ///
  /// The client's hook for requests runs, and its authorizer adds the credentials.
  ///
  /// - Throws: as ``response(on:)`` does before it sends.
  public func preview(on client: any APIClient) async throws -> RequestPreview {
    let client = client.snapshot
    var request = self
    request.additions = client.settings.additions
    try await client.client.willSendRequest(&request)
    let target = try await AuthorizeStep.authorized(
      AddressedRequest(request, of: client, isStreamed: false, isEndless: false))
    request = target.request
    let message = try request.message(
      to: target.address, format: client.settings.format, keys: client.settings.keys)
    let line = CurlLine(message, of: request, isReachable: client.settings.transport.crossesNetwork)
    return RequestPreview(
      method: message.method,
      url: TraceText.address(message.url, hiding: request.secretParameters),
      headers: message.headers.map { ($0.name, CurlLine.shown($0, of: request)) },
      body: request.body.map { CurlLine.shown($0, in: message, of: request) }, curl: line.text)
  }
}
