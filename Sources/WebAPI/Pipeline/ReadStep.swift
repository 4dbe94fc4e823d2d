import FoundationEssentials
import WebMessages

/// Reads a response's body, unless the caller streams it, and stores the response if that is allowed.
struct ReadStep {
  let client: APIClientSnapshot
  let next: RedirectStep

  func send(_ request: AddressedRequest) async throws -> ResponseHead {
    let start = client.settings.keeper == nil ? .none : MonotonicNanoseconds.now
    var head = try await next.send(request)
    head.start = start
    guard !request.isStreamed || request.mayRecover(from: head) else { return head }
    let elapsed = client.settings.retries.stopwatch()
    let data: Data
    do {
      data = try await head.response.body.collect(
        upTo: client.settings.maximumResponseSize ?? head.request.maximumResponseSize)
    } catch {
      throw FailedTry.error(error, reading: head, of: client)
    }
    if !data.isEmpty {
      client.trace { "* a body of \(data.count) bytes in \(TraceText.duration(elapsed()))" }
    }
    head.data = data
    if head.response.status >= 400, !data.isEmpty {
      client.trace {
        "< \((head.response(of: client).shownBody ?? "a body that is not text").bounded(4_000))"
      }
    }
    client.settings.credentials?.note(
      AnswerCredentials.texts(in: data, head.response.headers["Content-Type"]))
    if request.isStreamed { head.response.body = HTTPBody(data) }
    if let key = head.cacheKey, head.response.status == 200 {
      client.settings.cache?.update(key, head.response.headers, data, sent: head.sentHeaders)
    }
    return head
  }
}
