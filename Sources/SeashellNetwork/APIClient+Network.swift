public import FoundationEssentials
public import WebAPI
import WebCurl
public import WebMessages

extension APIClient {
  /// The transport over the network with the default settings.
  public var transport: any Transport { CurlTransport.shared }
}

extension NetworkRequester {
  /// Sends a request over the network, and decodes its response.
  ///
  /// - Parameters:
  ///   - url: the absolute address.
  ///   - method: the method.
  ///   - headers: header fields.
  ///   - body: the body, if there is one.
  ///   - jwt: a token, sent as `Authorization: Bearer`; only over https or to this machine.
  ///   - decoder: decodes the response.
  ///   - retries: when and how often the request is sent again after a failure.
  /// - Returns: the decoded response.
  /// - Throws: ``WebAPI/APIError``, or `CancellationError` if the task was cancelled.
  public static func request<Result: Decodable>(
    url: URL, method: HTTPMethod = .get, headers: HTTPHeaders = [:], body: APIBody? = nil,
    jwt: String? = nil, decoder: ResourceDecoder = .plain, retries: APIRetrySettings = .standard
  ) async throws -> Result {
    try await request(
      url: url, method: method, headers: headers, body: body, jwt: jwt, decoder: decoder,
      retries: retries, on: CurlTransport.shared)
  }
}
