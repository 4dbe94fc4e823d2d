import FoundationEssentials
import WebMessages

extension Exchange {
  /// Sends a request once and follows where the server sends it.
  ///
  /// Only reads are followed. Once the way has left the client's own service, nothing that could be
  /// a credential goes along any more, back home included.
  func arrive(
    _ target: Addressed, isStreamed: Bool, isEndless: Bool
  ) async throws -> ResponseHead {
    var request = target.request
    var address = target.address
    var isTrusted = target.isTrusted
    var authorizer = target.authorizer
    var visited: Set<URL> = [address]
    while true {
      let arrival = try await send(
        request, to: address, isTrusted: isTrusted, authorizer, isStreamed: isStreamed,
        isEndless: isEndless)
      guard Redirection.isOne(arrival.response.status), !request.method.isWrite else {
        return arrival
      }
      let next = try redirect(arrival, from: address)
      guard visited.count <= maximumRedirects else {
        throw APIError(
          redirecting: "more than \(maximumRedirects) redirects in a row", .limit, arrival)
      }
      guard visited.insert(next).inserted else {
        throw APIError(redirecting: "the redirects go in a circle", .limit, arrival)
      }
      await discard(arrival.response.body)
      if Origin(next) != Origin(address) {
        request = Redirection.stripped(request)
        isTrusted = false
        authorizer = nil
      }
      client.trace { "* redirected to \(Self.text(next))" }
      address = next
    }
  }

  private func redirect(_ arrival: ResponseHead, from address: URL) throws(APIError) -> URL {
    let next: URL
    do {
      next = try Redirection.target(of: arrival.response.headers, from: address)
    } catch {
      throw APIError(redirecting: error.reason, .unavailable, arrival)
    }
    if let home = arrival.request.home, Origin(next) != home {
      throw APIError(leaving: home, for: Origin(next), arrival.request)
    }
    guard arrival.request.body == nil else {
      throw APIError(redirecting: "a request with a body is not redirected", .unavailable, arrival)
    }
    return next
  }

  private func send(
    _ request: APIRequest, to address: URL, isTrusted: Bool, _ authorizer: (any Authorizer)?,
    isStreamed: Bool, isEndless: Bool
  ) async throws -> ResponseHead {
    var request = request
    request.url = address
    if let authorizer {
      let headers = request.headers
      try await authorizer.authorize(&request)
      request.isAuthorized = request.headers != headers
    }
    request.url = address
    if !isTrusted, request.headers.contains(where: { HTTPHeaders.isSecret($0.name) }) {
      throw APIError(untrusted: Origin(address))
    }
    var message = try request.message(to: address, format: format, keys: keys)
    message.isEndless = isEndless
    let key = isStreamed ? nil : key(of: message)
    let stored = revalidated(key, &message, request)

    let elapsed = retries.stopwatch()
    trace(message, request)
    let head: HTTPResponse
    do {
      head = try await transport.send(message)
    } catch {
      client.trace { "* failed after \(Self.text(elapsed()))" }
      throw failure(error, of: request, nil)
    }
    trace(head, after: elapsed())
    let arrival = ResponseHead(
      response: head, request: request, isTrusted: isTrusted, key: key, sent: message.headers)
    guard let stored, head.status == 304 else { return arrival }
    return again(stored, arrival)
  }
}
