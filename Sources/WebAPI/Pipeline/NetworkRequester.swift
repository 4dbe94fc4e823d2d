public import FoundationEssentials
public import WebMessages

/// Calls to single addresses that are not worth a client.
public enum NetworkRequester {
  /// Sends a request and decodes its answer.
  ///
  /// The status is checked before anything is decoded. An answer without a body decodes as `null`,
  /// so that an optional `Result` takes it as nil.
  ///
  /// - Parameters:
  ///   - url: the absolute address.
  ///   - method: the method.
  ///   - headers: header fields.
  ///   - body: the body, if there is one.
  ///   - jwt: a token, sent as `Authorization: Bearer`; only over https or to loopback.
  ///   - decoder: how the answer is decoded.
  ///   - retries: when and how often the request is sent again.
  ///   - transport: what carries the request.
  /// - Returns: the decoded answer.
  /// - Throws: ``APIError``, or `CancellationError` where the task was cancelled.
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
