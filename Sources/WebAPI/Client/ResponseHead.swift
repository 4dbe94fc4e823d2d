import FoundationEssentials
import WebMessages

/// An answer whose body is still to come.
struct ResponseHead {
  /// The answer.
  var response: HTTPResponse

  /// The request as it was sent, its credentials included.
  let request: APIRequest

  /// Whether the answer came from the client's own service.
  let isTrusted: Bool

  /// Where the answer may be stored; nil where it may not.
  var key: ResponseCache.Key?

  /// The header fields that were sent.
  var sent = HTTPHeaders()

  /// The answer with a body.
  func with(_ data: Data) -> APIResponse {
    APIResponse(
      status: response.status, headers: response.headers, data: data, request: request)
  }
}

/// A try that brought no whole answer.
struct FailedTry: Error {
  /// What the caller gets where it was the last one.
  var error: APIError

  /// Whether the connection failed, so that the service may be lost.
  let isConnection: Bool

  /// Whether it was the client's own service that was asked.
  let isHome: Bool

  /// Whether nobody waits for the request.
  let isBackground: Bool

  /// Whether another try may fare better.
  let isWorthRetrying: Bool

  /// The answer without its body, where its head had come.
  let response: APIResponse?
}
