import FoundationEssentials
import WebMessages

/// Asks the server whether a stored response is current, and uses it if so.
///
/// ``ReadStep`` stores responses, since only it has their bodies.
struct CacheStep {
  let client: APIClientSnapshot
  let next: TraceStep

  func send(_ target: AddressedRequest) async throws -> ResponseHead {
    let request = target.request
    var message = try request.message(
      to: target.address, format: client.settings.format, keys: client.settings.keys)
    message.isEndless = target.isEndless
    message.timeLimit = target.timeLimit?.remaining
    var key = target.isStreamed ? nil : key(of: message, request)
    let stored =
      request.cachePolicy == .standard
      ? key.flatMap { client.settings.cache?.response($0, to: message.headers) } : nil
    if let stored { message.headers["If-None-Match"] = stored.tag }
    var response = try await next.send(message, request)
    if var stored, response.status == 304 {
      // An unchanged response need not be stored again.
      if !stored.refresh(with: response.headers) { key = nil }
      client.trace { "* the stored body of \(stored.data.count) bytes is still good" }
      response = HTTPResponse(status: 200, headers: stored.headers, body: HTTPBody(stored.data))
    }
    return ResponseHead(
      response: response, request: request, mayCarryCredentials: target.mayCarryCredentials,
      cacheKey: key, sentHeaders: message.headers)
  }

  /// The key for storing the response to a message; nil if it must not be stored.
  private func key(of message: HTTPRequest, _ request: APIRequest) -> ResponseCache.Key? {
    guard client.settings.cache != nil, message.method == .get, message.body == nil,
      !message.headers.says("no-store", in: "Cache-Control")
    else { return nil }
    // A caller that sets its own conditions wants the server's own answer. With a Host of its own the request is for
    // another resource at the same address, as one with a body is.
    for name in ["If-None-Match", "If-Modified-Since", "If-Match", "Range", "Host"]
    where message.headers[name] != nil {
      return nil
    }
    var account = Hasher()
    for field in message.headers where request.isCredential(field) {
      account.combine(field.name.lowercased())
      account.combine(field.value)
    }
    account.combine(request.addedSecrets)
    return ResponseCache.Key(
      address: (request.url ?? message.url).absoluteString, accept: message.headers["Accept"] ?? "",
      account: account.finalize())
  }
}
