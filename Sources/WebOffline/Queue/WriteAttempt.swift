import CoreJSON
import FoundationEssentials
import WebAPI
import WebMessages

/// A single try to send a write.
///
/// A POST is sent with its key. Before a PUT or DELETE, the record is read: if it already has the new values,
/// an earlier try has succeeded; if it no longer has the values that the user saw, there is a conflict.
/// Otherwise the write is sent with `If-Match`, so that it cannot overwrite a change that the user has not
/// seen.
struct WriteAttempt: Sendable {
  /// How many times a record is read again if others keep changing it.
  private static let rounds = 3

  let row: QueueRow
  let client: any APIClient

  let honorsKeys: Bool

  private var wasSent = false

  init(row: QueueRow, client: any APIClient, honorsKeys: Bool) {
    self.row = row
    self.client = client
    self.honorsKeys = honorsKeys
  }

  private var write: QueuedWrite { row.write }

  /// If the service may have received the write and could carry it out twice, holds it instead of
  /// postponing it.
  ///
  /// After a `CancellationError`, the service may have received the write too.
  mutating func run() async throws -> AttemptResult {
    switch try await attempt() {
    case .sent(let created): return .sent(created: created)
    case .held(var setback, let theirs):
      setback.wasSent = wasSent
      return .held(setback, theirs: theirs)
    case .postponed(var setback):
      setback.wasSent = wasSent
      // After a 401, the service has done nothing.
      guard wasSent, !honorsKeys, setback.status != 401 else { return .postponed(setback) }
      setback.isHeldAsSent = true
      return .held(setback)
    }
  }

  private mutating func attempt() async throws -> AttemptResult {
    do {
      if write.method == .post { return result(of: try await send()) }
      if row.request.ifMatch != nil { return try await sendMatching() }
      return try await sendCompared()
    } catch let error as CancellationError {
      throw error
    } catch let error as APIError {
      return result(of: error)
    } catch {
      let reason = (error as? any LocalizedError)?.errorDescription ?? "\(type(of: error))"
      return .postponed(
        Setback(reason: String(reason.prefix(300)), isInDoubt: true, concernsAll: true))
    }
  }

  /// Sends a PUT or DELETE after comparing the record with the values that the user saw.
  private mutating func sendCompared() async throws -> AttemptResult {
    var rejected: String?
    for _ in 0..<Self.rounds {
      let response = try await read()
      if let result = resultOfReading(response) { return result }
      let record = response.record
      if isApplied(to: record) { return .sent(created: nil) }
      if let base = write.base, !FieldComparison.matches(base, record) {
        return conflict(record, changed)
      }
      let tag = response.headers["ETag"]
      guard tag != nil || row.overwrites else {
        return held(
          "the service does not say which version it has (ETag), so another change could be lost")
      }
      if let tag, tag == rejected {
        return held("the service refuses the version that it gave itself (ETag)", 412)
      }
      let answer = try await send(ifMatch: tag)
      guard answer.statusCode == 412 else {
        return answer.statusCode == 409 ? try await refused(answer) : result(of: answer)
      }
      rejected = tag
    }
    return .postponed(
      Setback(reason: "others keep changing it", status: 412, isInDoubt: write.isInDoubt))
  }

  private mutating func sendMatching() async throws -> AttemptResult {
    let answer = try await send()
    return [409, 412].contains(answer.statusCode) ? try await refused(answer) : result(of: answer)
  }

  private func refused(_ answer: APIResponse) async throws -> AttemptResult {
    if answer.headers["Retry-After"] != nil { return result(of: answer) }
    let response = try await read()
    if let result = resultOfReading(response) { return result }
    if isApplied(to: response.record) { return .sent(created: nil) }
    let reason = answer.refusal.map { Setback($0, isInDoubt: false).reason }
    return conflict(
      response.record,
      answer.statusCode == 412 ? changed : reason ?? "409: conflict", answer.statusCode)
  }

  /// The message's words for the change that was found.
  private var changed: String {
    write.isInDoubt
      ? "it has changed, perhaps by an earlier try of this write"
      : "it was changed by someone else in the meantime"
  }

  private func isApplied(to record: JSONValue?) -> Bool {
    guard row.wasTried, write.method == .put, let fields = write.fields else { return false }
    return FieldComparison.matches(fields, record)
  }

  private func conflict(
    _ record: JSONValue?, _ reason: String, _ status: Int = 412
  ) -> AttemptResult {
    .held(
      Setback(reason: reason, status: status, isInDoubt: write.isInDoubt),
      theirs: FieldComparison.values(of: record, like: write.base, write.fields))
  }

  private func held(_ reason: String, _ status: Int? = nil) -> AttemptResult {
    .held(Setback(reason: reason, status: status, isInDoubt: write.isInDoubt))
  }

  private mutating func send(ifMatch tag: String? = nil) async throws -> APIResponse {
    guard var request = row.request.request(of: write.owner) else {
      throw APIError(.invalid, detail: "its address is not valid")
    }
    request.isInDoubt = write.isInDoubt
    if let tag { request.headers["If-Match"] = tag }
    do {
      let response = try await request.response(on: client)
      wasSent = true
      return response
    } catch let error as APIError where error.timesSent == 0 {
      throw error
    } catch {
      wasSent = true
      throw error
    }
  }

  private func read() async throws -> APIResponse {
    guard let request = row.request.reading(of: write.owner) else {
      throw APIError(.invalid, detail: "its address is not valid")
    }
    return try await request.response(on: client)
  }
}

extension WriteAttempt {
  /// The statuses after which the service may accept the same request later.
  private static let temporary: Set<Int> = [408, 425, 429]

  /// The statuses that concern the service as a whole instead of the request.
  private static let general: Set<Int> = [429, 502, 503, 504]

  private func result(of response: APIResponse) -> AttemptResult {
    guard let refusal = response.refusal else {
      return .sent(created: write.method == .post ? response.createdID : nil)
    }
    let status = response.statusCode
    if write.method == .delete, status == 404 || status == 410 { return .sent(created: nil) }
    let setback = Setback(refusal, isInDoubt: refusal.mayHaveBeenApplied)
    return result(of: setback, status, response.requestedWait)
  }

  /// The result if the record cannot be compared; nil if it can.
  private func resultOfReading(_ response: APIResponse) -> AttemptResult? {
    guard let refusal = response.refusal else { return nil }
    let status = response.statusCode
    if (200..<300).contains(status) {
      // The response does not come from the service, and other writes may get such responses too.
      return .postponed(Setback(refusal, isInDoubt: write.isInDoubt, concernsAll: true))
    }
    if status == 404 || status == 410 {
      return write.method == .delete
        ? .sent(created: nil) : held("\(status): it is no longer there", status)
    }
    return result(
      of: Setback(refusal, isInDoubt: write.isInDoubt), status, response.requestedWait)
  }

  private func result(of setback: Setback, _ status: Int, _ asked: Duration?) -> AttemptResult {
    var setback = setback
    setback.status = status
    setback.wait = asked
    if status == 401 { return missingSignIn(setback) }
    guard status >= 500 || Self.temporary.contains(status) || status == 409 && asked != nil else {
      return .held(setback)
    }
    setback.concernsAll = Self.general.contains(status)
    return .postponed(setback)
  }

  private func result(of error: APIError) -> AttemptResult {
    var setback = Setback(
      error,
      isInDoubt: write.isInDoubt || error.code != .invalid && error.mayHaveBeenApplied)
    switch error.code {
    case .unauthorized: return missingSignIn(setback)
    case .unconnected:
      setback.concernsAll = true
      return .postponed(setback)
    // It was not sent, since the client now has another address.
    case .unavailable, .invalid: return .postponed(setback)
    case .limit:
      // The body was too large, but the status shows that the service has accepted the write.
      if let status = error.status, (200..<300).contains(status),
        error.request?.hasPrefix("GET ") != true
      {
        return .sent(created: nil)
      }
      return .held(setback)
    case .forbidden, .unprocessable: return .held(setback)
    }
  }

  private func missingSignIn(_ setback: Setback) -> AttemptResult {
    var setback = setback
    guard let account = write.owner.account else {
      setback.reason = "it needs a sign-in, but was written without one"
      return .held(setback)
    }
    setback.reason = "waits for a sign-in of \(account) on \(write.owner.environment)"
    setback.status = 401
    setback.wait = Backoff.longest
    setback.concernsAll = true
    return .postponed(setback)
  }
}
