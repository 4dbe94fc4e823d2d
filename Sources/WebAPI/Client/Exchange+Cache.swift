import FoundationEssentials
import WebMessages

extension Exchange {
  /// Where the answer to a message is stored; nil where it is not.
  ///
  /// Who sends conditions of its own wants to see what the server says to them.
  func key(of message: HTTPRequest) -> ResponseCache.Key? {
    guard cache != nil, message.method == .get, message.body == nil,
      !message.headers.says("no-store", in: "Cache-Control")
    else { return nil }
    for name in ["If-None-Match", "If-Modified-Since", "If-Match", "Range"]
    where message.headers[name] != nil {
      return nil
    }
    var account = Hasher()
    for (name, value) in message.headers where HTTPHeaders.isSecret(name) {
      account.combine(name.lowercased())
      account.combine(value)
    }
    return ResponseCache.Key(
      address: message.url.absoluteString, accept: message.headers["Accept"] ?? "",
      account: account.finalize())
  }

  /// The answer that is stored for a message, which then asks whether it is still good.
  func revalidated(
    _ key: ResponseCache.Key?, _ message: inout HTTPRequest, _ request: APIRequest
  ) -> StoredResponse? {
    guard let key, request.cachePolicy == .standard,
      let stored = cache?.response(key, to: message.headers)
    else { return nil }
    message.headers["If-None-Match"] = stored.tag
    return stored
  }

  /// The stored answer in place of the one that says it is still good.
  func again(_ stored: StoredResponse, _ arrival: ResponseHead) -> ResponseHead {
    var stored = stored
    stored.refresh(with: arrival.response.headers)
    client.trace { "* the stored body of \(stored.data.count) bytes is still good" }
    var again = arrival
    again.response = HTTPResponse(
      status: 200, headers: stored.headers, body: HTTPBody(stored.data))
    return again
  }

  /// Stores an answer where it may be; forgets the older one where it may not.
  func store(_ response: APIResponse, _ key: ResponseCache.Key, sent: HTTPHeaders) {
    guard response.status == 200 else { return }
    if let stored = StoredResponse(response.headers, response.data, to: sent) {
      cache?.store(stored, key)
    } else {
      cache?.remove(key)
    }
  }
}
