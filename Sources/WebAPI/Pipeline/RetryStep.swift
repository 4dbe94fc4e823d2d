import FoundationEssentials
import WebMessages

/// Sends a request again after temporary failures, within the retry budget.
///
/// A write that the server may have received is repeated only if the server carries it out only once.
struct RetryStep {
  let client: APIClientSnapshot
  let next: RecoverStep

  func send(_ original: AddressedRequest) async throws -> ResponseHead {
    var request = original
    var budget = RetryBudget(
      client.settings.retries, of: request.request,
      honorsKeys: client.settings.honorsIdempotencyKeys)
    request.timeLimit = budget.timeLimit
    var last: FailedTry?
    // A successful write is announced even if its response is lost, since other code holds old data.
    var committed: APIResponse?
    while true {
      budget.begin()
      do {
        var head = try await next.send(&request)
        let (status, headers) = (head.response.status, head.response.headers)
        if (200..<300).contains(status) { return head }
        if status == 429, head.data == nil { await head.readReason() }
        let answer = head.response(of: client)
        guard !head.isFinal, Self.mayPass(answer) || status == 409 && request.request.isInDoubt,
          let wait = budget.wait(
            wasRefused: APIError.isRefused(status, headers), asked: answer.requestedWait)
        else {
          announce(committed)
          return head
        }
        if request.isStreamed { await head.response.body.discard() }
        if request.request.method.isWrite, APIError.isInDoubt(status, headers) {
          request.request.isInDoubt = true
        }
        try await pause(wait, "the server responded with \(status)", request.request, budget)
      } catch let failed as FailedTry {
        last = failed
        if let response = failed.response, response.isSuccess { committed = response }
        guard failed.mayRetry, client.settings.retries.retriesLostConnections,
          let wait = budget.wait(wasSent: failed.wasSent)
        else {
          announce(committed)
          throw failed.givenUp(by: client)
        }
        if failed.error.mayHaveBeenApplied { request.request.isInDoubt = true }
        try await pause(wait, failed.error.detail ?? "it failed", request.request, budget)
      } catch is CancellationError where request.request.isInDoubt {
        throw CancelledWrite(response: nil)
      } catch let open as BreakerOpen {
        guard var last else {
          var error = APIError(open, request.request)
          error.remedy = client.settings.unreachableHint
          throw error
        }
        if request.request.isInDoubt { last.error.mayHaveBeenApplied = true }
        announce(committed)
        throw last.givenUp(by: client)
      }
    }
  }

  private func announce(_ committed: APIResponse?) {
    if let committed { Announcer(client: client).announce(committed) }
  }

  private func pause(
    _ wait: Duration, _ reason: String, _ request: APIRequest, _ budget: RetryBudget
  ) async throws {
    let (number, maximum) = (budget.tries, budget.maximum)
    client.trace {
      "* retry \(number) of \(maximum) in \(TraceText.duration(wait)): \(reason)"
    }
    do {
      try await client.client.waitToRetry(
        APIRetryWait(
          wait, request: request.description, reason: reason, number: number, of: maximum),
        by: client.settings.retries.clock)
    } catch is CancellationError where request.isInDoubt {
      throw CancelledWrite(response: nil)
    }
  }

  /// Whether a status may be temporary (RFC 9110, section 15.6; RFC 6585, section 4).
  private static func mayPass(_ answer: APIResponse) -> Bool {
    answer.isLimited || CircuitBreaker.isUnavailable(answer.statusCode)
  }
}

extension ResponseHead {
  /// Reads a short body that is streamed, which may say how long to wait.
  fileprivate mutating func readReason() async {
    guard let count = response.body.count, count <= 1 << 16,
      let body = try? await response.body.collect(upTo: count)
    else { return }
    data = body
    response.body = HTTPBody(body)
  }
}

extension APIError {
  fileprivate init(_ open: BreakerOpen, _ request: APIRequest) {
    let when =
      open.pause.map { "the next try is possible in \($0.wholeSeconds)" }
      ?? "another request is testing it"
    self.init(
      .unconnected, detail: "it has not responded lately; \(when)", request: request.description,
      mayHaveBeenApplied: request.isInDoubt)
    timesSent = request.timesSent
  }
}

extension HTTPBody {
  /// Discards a body, or reads it first if that is cheaper than a new connection.
  func discard() async {
    guard data == nil, let count, count <= 1 << 16 else { return }
    _ = try? await collect(upTo: count)
  }
}
