public import FoundationEssentials
public import WebMessages

/// Sends a single request without a client.
public enum NetworkRequester {
  /// Sends a request and decodes its response.
  ///
  /// The status is checked before anything is decoded. A response without a body decodes as `null`, so that
  /// an optional `Result` becomes nil.
  ///
  /// - Parameters:
  ///   - url: the absolute address.
  ///   - method: the method.
  ///   - headers: header fields.
  ///   - body: the body, if any.
  ///   - jwt: a token, sent as `Authorization: Bearer`; only over https or to this machine.
  ///   - decoder: decodes the response.
  ///   - retries: when and how often the request is sent again after a failure.
  ///   - transport: sends the request.
  /// - Returns: the decoded response.
  /// - Throws: ``APIError``, or `CancellationError` if the task was cancelled.
  public static func request<Result: Decodable>(
    url: URL, method: HTTPMethod = .get, headers: HTTPHeaders = [:], body: APIBody? = nil,
    jwt: String? = nil, decoder: ResourceDecoder = .plain, retries: APIRetrySettings = .standard,
    on transport: any Transport
  ) async throws -> Result {
    var request = APIRequest(url: url, method: method, body: body, headers: headers)
    if let jwt { request.headers["Authorization"] = "Bearer \(jwt)" }
    return try await request.response(
      on: OneCall(baseURL: url, transport: transport, retries: retries)
    )
    .resource(decoder)
  }

  private struct OneCall: APIClient {
    let baseURL: URL
    let transport: any Transport
    let retries: APIRetrySettings
  }
}
