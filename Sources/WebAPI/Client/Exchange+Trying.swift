import CoreEvents
import FoundationEssentials
import WebMessages

extension Exchange {
  /// Sends a request, again and again where that may help.
  ///
  /// - Parameters:
  ///   - isStreamed: whether the body is left to the caller; then nothing is stored.
  ///   - isEndless: whether the body has no end of its own.
  ///   - read: reads what the caller wants of the answer; where the connection fails meanwhile, the
  ///     request is sent again.
  func answer<Answer>(
    to request: APIRequest, isStreamed: Bool, isEndless: Bool = false,
    _ read: (ResponseHead) async throws -> Answer
  ) async throws -> Answer {
    var target = try addressed(request)
    var course = RetryBudget(retries, of: target.request)
    var hasRecovered = false
    var isRepeated = false
    var last: FailedTry?
    var committed: APIResponse?
    while true {
      try Task.checkCancellation()
      var permit = try permit(to: target, isRepeated: isRepeated, after: last, committed)
      course.begin()
      isRepeated = true
      do {
        var arrival = try await arrive(target, isStreamed: isStreamed, isEndless: isEndless)
        if arrival.response.status == 401, arrival.isTrusted, !hasRecovered,
          let authorizer = target.authorizer
        {
          hasRecovered = true
          let refusal = try await collect(arrival)
          // Renewing credentials is a request of its own, for which the breaker has to have closed.
          settle(permit.take(), 401)
          if try await recovers(authorizer, from: refusal) {
            course.forget()
            continue
          }
          arrival.response.body = HTTPBody(refusal.data)
        }
        let answer = try await read(arrival)
        let status = arrival.response.status
        let mayGoOn = settle(permit, status)
        guard mayGoOn, Self.isPassing(status) || status == 409 && target.request.isInDoubt,
          let wait = course.wait(asked: RetryAfter.duration(arrival.response.headers))
        else {
          if let committed, !(200..<300).contains(status) { announce(committed) }
          return answer
        }
        if isStreamed { await discard(arrival.response.body) }
        if target.request.method.isWrite, APIError.isInDoubt(status) {
          target.request.isInDoubt = true
        }
        try await pause(wait, "the server answered \(status)", target.request)
      } catch let failed as FailedTry {
        let mayGoOn = settle(permit, failed)
        last = failed
        if let response = failed.response, response.isSuccess { committed = response }
        guard mayGoOn, failed.isWorthRetrying, let wait = course.wait() else {
          throw given(up: failed, committed)
        }
        if failed.error.mayHaveBeenApplied { target.request.isInDoubt = true }
        try await pause(wait, failed.error.detail ?? "it failed", target.request)
      } catch {
        if let number = permit { health?.end(number, .unknown) }
        throw error
      }
    }
  }

  /// Asks whether a request may be sent.
  ///
  /// - Returns: what its end is told with; nil where nobody wants to know.
  /// - Throws: why it failed before, or ``APIError`` `unconnected` where it is the first time.
  private func permit(
    to target: Addressed, isRepeated: Bool, after last: FailedTry?, _ committed: APIResponse?
  ) throws -> Int? {
    guard let health, target.isHome, !target.request.isBackground else { return nil }
    switch health.begin(isRepeated: isRepeated) {
    case .go(let number): return number
    case .refused(let pause):
      if var last {
        // What came after it may have left a doubt that it did not know.
        if target.request.isInDoubt { last.error = last.error.inDoubt }
        throw given(up: last, committed)
      }
      throw APIError(away: pause, target.request)
    }
  }

  /// Tells of an answer that the service has given.
  ///
  /// - Returns: whether the service may be asked again.
  @discardableResult
  private func settle(_ permit: Int?, _ status: Int) -> Bool {
    guard let permit, let health else { return true }
    guard Self.isAway(status) else {
      health.end(permit, .reached)
      if health.regain() { events?.post(Reconnected()) }
      return true
    }
    return !isOpened(health.end(permit, .lost))
  }

  /// Tells of a try that has failed.
  private func settle(_ permit: Int?, _ failed: FailedTry) -> Bool {
    guard let permit, let health else { return true }
    // What lasts, such as a certificate that is not trusted, is told at once, and no pause mends it.
    guard failed.isWorthRetrying, failed.isHome else {
      health.end(permit, .unknown)
      return true
    }
    return !isOpened(health.end(permit, .lost))
  }

  /// Posts that the service is lost where the breaker has just opened.
  private func isOpened(_ isOpened: Bool) -> Bool {
    if isOpened, health?.lose() == true { events?.post(Unconnected()) }
    return isOpened
  }

  /// The error that a caller gets; a change that was made is told, even if its answer is lost:
  /// whoever holds old data has to know.
  private func given(up failed: FailedTry, _ committed: APIResponse?) -> any Error {
    if let committed { announce(committed) }
    return lost(failed)
  }

  private func pause(
    _ wait: Duration, _ reason: String, _ request: APIRequest
  ) async throws {
    client.trace { "* again in \(Self.text(wait)), since \(reason)" }
    try await client.waitToRetry(
      APIRetryWait(wait, request: request.description, reason: reason), by: retries.clock)
  }

  /// Reads a body that nobody wants where that is cheaper than a new connection; any other is dropped
  /// unread, since it may never end.
  func discard(_ body: HTTPBody) async {
    guard body.data == nil, let count = body.count, count <= 1 << 16 else { return }
    _ = try? await body.collect(upTo: count)
  }

  /// Whether a status tells of what passes (RFC 9110, section 15.6; RFC 6585, section 4).
  private static func isPassing(_ status: Int) -> Bool { status == 429 || isAway(status) }

  /// Whether a status says that the service is not there.
  private static func isAway(_ status: Int) -> Bool { (502...504).contains(status) }
}
