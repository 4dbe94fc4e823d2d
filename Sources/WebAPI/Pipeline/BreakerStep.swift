import CoreEvents
import WebMessages

/// Asks the circuit breaker before each try, and tells it the outcome.
///
/// Posts `Unconnected` when the breaker opens, and `Reconnected` when the service is back.
struct BreakerStep {
  let client: APIClientSnapshot
  let next: ReadStep

  func send(_ request: inout AddressedRequest) async throws -> ResponseHead {
    try Task.checkCancellation()
    guard let breaker = client.settings.health, request.isHome, !request.request.isBackground else {
      return try await sendCounted(&request)
    }
    let number: Int
    switch breaker.begin(isRepeated: request.wasPermitted) {
    case .go(let permit): number = permit
    case .refused(let pause): throw BreakerOpen(pause: pause)
    }
    request.wasPermitted = true
    do {
      var head = try await sendCounted(&request)
      if CircuitBreaker.isUnavailable(head.response.status) {
        head.isFinal = opens(breaker, after: number, request.request)
      } else {
        breaker.end(number, .reached)
        if breaker.regain() {
          client.settings.events?.post(Reconnected(environment: client.environmentID))
        }
      }
      return head
    } catch var failed as FailedTry where failed.mayRetry && failed.isHome {
      if opens(breaker, after: number, request.request) { failed.mayRetry = false }
      throw failed
    } catch {
      // A permanent failure, such as an untrusted certificate, is not a reason to pause.
      breaker.end(number, .unknown)
      throw error
    }
  }

  /// Sends the request, and counts it if at least one byte was sent.
  ///
  /// It counts before sending, since the response says how often its request was sent.
  private func sendCounted(_ request: inout AddressedRequest) async throws -> ResponseHead {
    request.request.timesSent += 1
    do {
      return try await next.send(request)
    } catch let failed as FailedTry where !failed.wasSent {
      request.request.timesSent -= 1
      throw failed
    }
  }

  private func opens(
    _ breaker: CircuitBreaker, after number: Int, _ request: APIRequest
  ) -> Bool {
    let opens = breaker.end(number, .lost)
    if opens, breaker.lose() {
      client.settings.events?.post(Unconnected(payload: client.failed(request)))
    }
    return opens
  }
}

struct BreakerOpen: Error {
  /// How long to wait until the next try; nil while another request is testing the service.
  let pause: Duration?
}

extension CircuitBreaker {
  static func isUnavailable(_ status: Int) -> Bool { (502...504).contains(status) }
}
