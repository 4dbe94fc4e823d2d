import FoundationEssentials
import WebMessages

/// Follows the redirects of reads.
///
/// After a redirect to another origin, header fields that could contain credentials are dropped, even if a
/// later redirect leads back.
struct RedirectStep {
  let client: APIClientSnapshot
  let next: AuthorizeStep

  func send(_ original: AddressedRequest) async throws -> ResponseHead {
    var request = original
    var visited: Set<URL> = []
    while true {
      let head = try await next.send(request)
      guard HTTPResponse.isRedirect(head.response.status), !request.request.method.isWrite,
        original.request.followsRedirects
      else { return head }
      // A link that repeats an added credential would carry it to another origin.
      let target = head.request.withoutAddedSecrets(try target(of: head, from: request.address))
      visited.insert(request.address)
      guard visited.count <= client.settings.maximumRedirects else {
        throw APIError(
          redirecting: "more than \(client.settings.maximumRedirects) redirects in a row", .limit,
          head)
      }
      guard !visited.contains(target) else {
        throw APIError(redirecting: "the redirects form a loop", .limit, head)
      }
      await head.response.body.discard()
      if Origin(target) != Origin(request.address) {
        request.request = request.request.stripped
        request.mayCarryCredentials = false
        request.authorizer = nil
      }
      let address = TraceText.address(target, hiding: head.request.secretParameters)
      client.trace { "* redirected to \(address)" }
      request.address = target
    }
  }

  private func target(of head: ResponseHead, from address: URL) throws(APIError) -> URL {
    let target: URL
    do {
      target = try HTTPRedirect.target(of: head.response.headers, from: address)
    } catch {
      throw APIError(redirecting: error.reason, .unavailable, head)
    }
    if let home = head.request.home, Origin(target) != home,
      !client.settings.allowedOrigins.contains(Origin(target))
    {
      throw APIError(leaving: home, for: Origin(target), head.request)
    }
    guard head.request.body == nil else {
      throw APIError(redirecting: "a request with a body is not redirected", .unavailable, head)
    }
    return target
  }
}

extension APIRequest {
  /// The request for another origin, with only the header fields that never contain credentials.
  var stripped: APIRequest {
    var stripped = self
    // Host and credentials are for the first origin; what is left out stays left out.
    let kept = ["accept", "accept-language", "user-agent"]
    for field in headers where !kept.contains(field.name.lowercased()) {
      stripped.headers[field.name] = nil
    }
    stripped.idempotencyKey = nil
    stripped.hasLeft = true
    return stripped
  }
}

extension APIError {
  fileprivate init(redirecting reason: String, _ code: Code, _ head: ResponseHead) {
    self.init(
      code, status: head.response.status, detail: reason, request: head.request.description)
  }
}
