import FoundationEssentials
public import WebMessages

/// A web service's answer whose body is still to be read.
public struct APIStream: Sendable {
  /// The status code.
  public let status: Int

  /// The header fields.
  public let headers: HTTPHeaders

  /// The body, in pieces.
  ///
  /// Reading it throws what ``APIRequest/response(on:)`` would: ``APIError``, or `CancellationError`.
  /// It ends with `limit` past the client's ``APIClient/maximumResponseSize``, unless it is endless.
  public let body: HTTPBody

  /// The request as it was sent, its credentials included.
  public let request: APIRequest

  let format: ServiceFormat
  let keys: ServiceKeys

  /// Reads the whole body, such as that of an error.
  ///
  /// - Parameter maximum: how many bytes it may have.
  /// - Throws: ``APIError`` `limit` where it has more, or what reading throws.
  public func response(upTo maximum: Int) async throws -> APIResponse {
    var response = APIResponse(status: status, headers: headers, request: request)
    response.format = format
    response.keys = keys
    do {
      response.data = try await body.collect(upTo: maximum)
    } catch let error as HTTPBodyTooLarge {
      throw APIError(transport: error, of: request, status: status)
    }
    return response
  }
}

extension APIRequest {
  /// Sends the request and returns as soon as the answer's head has come, whatever its status.
  ///
  /// All is as with ``response(on:)``, but for three things: the client's hook for responses is not
  /// called, nothing is stored, and once the body has begun to come nothing is sent again.
  ///
  /// - Parameter isEndless: whether the answer's body has no end of its own, as that of a feed.
  public func stream(on client: any APIClient, isEndless: Bool = false) async throws -> APIStream {
    let exchange = Exchange(client)
    var request = self
    try await client.willSendRequest(&request)
    return try await exchange.stream(request, isEndless: isEndless)
  }
}
