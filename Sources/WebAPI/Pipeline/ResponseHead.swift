import CoreEvents
import FoundationEssentials
import WebMessages

struct ResponseHead {
  var response: HTTPResponse

  /// The request as it was sent, with its credentials.
  var request: APIRequest

  /// Whether credentials may be sent to the address that the response came from.
  let mayCarryCredentials: Bool

  /// The key for storing the response; nil if it must not be stored.
  var cacheKey: ResponseCache.Key?

  var sentHeaders = HTTPHeaders()

  var data: Data?

  /// When the last try began, if the client keeps responses.
  var start = MonotonicNanoseconds.none

  /// Whether the request must not be retried, since the circuit breaker has just opened.
  var isFinal = false

  func response(of client: APIClientSnapshot) -> APIResponse {
    var whole = APIResponse(
      statusCode: response.status, headers: response.headers, data: data ?? Data(),
      request: request)
    whole.format = client.settings.format
    whole.keys = client.settings.keys
    return whole
  }
}

/// A write that was cancelled while the service may have carried it out.
struct CancelledWrite: Error {
  /// The response without its body, if its head has arrived.
  let response: APIResponse?
}

/// A try that did not get a complete response.
struct FailedTry: Error {
  /// The error for the caller, if there is no further try.
  var error: APIError

  /// Whether the connection failed, or the time limit cut the answer short.
  let isConnectionFailure: Bool

  let isHome: Bool

  let wasSent: Bool

  /// Whether there was no connection, but may be one later.
  let isUnreachable: Bool

  var mayRetry: Bool

  /// The response without its body, if its head has arrived.
  let response: APIResponse?

  private let request: APIRequest

  /// The error of a failed try; if the task was cancelled, ``CancelledWrite`` or `CancellationError`, depending
  /// on whether the service may have received a write.
  static func error(
    _ error: any Error, of request: APIRequest, _ response: APIResponse? = nil, home: Origin
  ) -> any Error {
    let cause = error as? TransportError
    let wasSent = cause?.code != .unconnected || response != nil
    if error is CancellationError || Task.isCancelled {
      let isInDoubt = wasSent && request.method.isWrite || request.isInDoubt
      return isInDoubt ? CancelledWrite(response: response) : CancellationError()
    }
    let isConnectionFailure = cause?.code == .unconnected || cause?.code == .cut
    let isLoss = isConnectionFailure || cause?.code == .late
    return FailedTry(
      error: APIError(
        transport: error, of: request, wasSent: wasSent, status: response?.statusCode),
      isConnectionFailure: isLoss, isHome: request.url.map(Origin.init) == home,
      wasSent: wasSent, isUnreachable: !wasSent && cause?.isLasting != true,
      mayRetry: isConnectionFailure && cause?.isLasting != true, response: response,
      request: request)
  }

  static func error(
    _ error: any Error, reading head: ResponseHead, of client: APIClientSnapshot
  ) -> any Error {
    Self.error(error, of: head.request, head.response(of: client), home: client.settings.home)
  }

  /// Returns the error for the caller, and posts `Unconnected` if this begins an outage.
  func givenUp(by client: APIClientSnapshot) -> APIError {
    if isConnectionFailure, isHome, !request.isBackground, client.settings.health?.lose() ?? true {
      client.settings.events?.post(Unconnected(payload: client.failed(request)))
    }
    guard isHome, isUnreachable else { return error }
    var error = error
    error.remedy = client.settings.unreachableHint
    return error
  }
}

extension APIError {
  /// `wasSent` is whether the server may have received the request.
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
