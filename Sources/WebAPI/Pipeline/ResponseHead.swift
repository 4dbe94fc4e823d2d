import CoreEvents
import FoundationEssentials
import WebMessages

/// A response whose head was received; its body may not have been read yet.
struct ResponseHead {
  var response: HTTPResponse

  /// The request as it was sent, with its credentials.
  var request: APIRequest

  /// Whether credentials may go to the address that the response came from.
  let mayCarryCredentials: Bool

  /// Where to store the response; nil if it must not be stored.
  var cacheKey: ResponseCache.Key?

  /// The header fields that were sent.
  var sentHeaders = HTTPHeaders()

  /// The whole body; nil until it was read.
  var data: Data?

  /// Whether the request must not be retried, because the circuit breaker has just opened.
  var isFinal = false

  /// Returns the response with the part of its body that was read.
  func response(of client: APIClientSnapshot) -> APIResponse {
    var whole = APIResponse(
      statusCode: response.status, headers: response.headers, data: data ?? Data(),
      request: request)
    whole.format = client.settings.format
    whole.keys = client.settings.keys
    return whole
  }
}

/// A try that did not get a whole response.
struct FailedTry: Error {
  /// The error that the caller gets if no other try follows.
  var error: APIError

  /// Whether the service was not reached, or did not answer completely: the connection failed, or the
  /// time limit cut the answer.
  let isConnectionFailure: Bool

  /// Whether the request went to the client's own service.
  let isHome: Bool

  /// Whether the server may have received the request.
  let wasSent: Bool

  /// Whether there was no connection, though there may be one later.
  let isUnreachable: Bool

  /// Whether another try may succeed.
  var mayRetry: Bool

  /// The response without its body, if its head was received.
  let response: APIResponse?

  private let request: APIRequest

  /// Returns the failure of a try, or `CancellationError` if the task was cancelled.
  ///
  /// - Parameters:
  ///   - response: the response, if its head was received.
  ///   - home: the origin of the client's own service.
  static func error(
    _ error: any Error, of request: APIRequest, _ response: APIResponse? = nil, home: Origin
  ) -> any Error {
    if error is CancellationError || Task.isCancelled { return CancellationError() }
    let cause = error as? TransportError
    let isConnectionFailure = cause?.code == .unconnected || cause?.code == .cut
    let isLoss = isConnectionFailure || cause?.code == .late
    let wasSent = cause?.code != .unconnected || response != nil
    return FailedTry(
      error: APIError(
        transport: error, of: request, wasSent: wasSent, status: response?.statusCode),
      isConnectionFailure: isLoss, isHome: request.url.map(Origin.init) == home,
      wasSent: wasSent, isUnreachable: !wasSent && cause?.isLasting != true,
      mayRetry: isConnectionFailure && cause?.isLasting != true, response: response,
      request: request)
  }

  /// The failure of reading a response's body, as ``error(_:of:_:home:)`` returns it.
  static func error(
    _ error: any Error, reading head: ResponseHead, of client: APIClientSnapshot
  ) -> any Error {
    Self.error(error, of: head.request, head.response(of: client), home: client.settings.home)
  }

  /// Returns the error for the caller, and posts `Unconnected` if the service has just been lost.
  func givenUp(by client: APIClientSnapshot) -> APIError {
    if isConnectionFailure, isHome, !request.isBackground, client.settings.health?.lose() ?? true {
      client.settings.events?.post(
        Unconnected(
          environment: client.environmentID, method: request.method,
          path: client.eventPath(of: request)))
    }
    guard isHome, isUnreachable else { return error }
    var error = error
    error.remedy = client.settings.unreachableHint
    return error
  }
}

extension APIError {
  /// The error of a request that got no whole response.
  ///
  /// - Parameters:
  ///   - wasSent: whether the server may have received it.
  ///   - status: the response's status, if its head was received.
  init(transport error: any Error, of request: APIRequest, wasSent: Bool = true, status: Int?) {
    let code: Code
    let detail: String
    var remedy: String?
    switch error {
    case let error as TransportError:
      remedy = error.remedy
      detail = error.reason
      switch error.code {
      case .unconnected, .cut, .late: code = .unconnected
      case .limit: code = .limit
      case .unintelligible: code = .unavailable
      }
    case let error as HTTPBodyTooLarge:
      code = .limit
      detail = "the response is larger than \(error.maximum) bytes"
    default:
      code = .unavailable
      detail = "the request failed with \(type(of: error))"
    }
    self.init(
      code, status: status, detail: request.redact(detail), request: request.description,
      mayHaveBeenApplied: wasSent && request.method.isWrite || request.isInDoubt)
    timesSent = wasSent ? request.timesSent : max(request.timesSent - 1, 0)
    self.remedy = remedy
  }
}
