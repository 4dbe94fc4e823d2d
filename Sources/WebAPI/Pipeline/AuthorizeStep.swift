import FoundationEssentials
import WebMessages

/// Adds the client's additions to each request, and credentials if the address may receive them.
///
/// If the address may not, it rejects a request that already has credentials.
struct AuthorizeStep {
  let next: CacheStep

  func send(_ original: AddressedRequest) async throws -> ResponseHead {
    try await next.send(Self.authorized(original))
  }

  static func authorized(_ original: AddressedRequest) async throws -> AddressedRequest {
    var request = original
    var shown = request.address
    var plain: HTTPHeaders?
    if request.isHome, !request.request.hasLeft, !request.request.additions.isEmpty {
      let added = try request.request.add(
        to: request.address, isSecure: request.mayCarryCredentials)
      (request.address, shown, plain) = (added.sent, added.shown, added.plain)
    }
    request.request.url = shown
    if let authorizer = request.authorizer {
      if plain == nil { plain = request.request.headers }
      if request.request.remedy == nil { request.request.remedy = authorizer.signInHint }
      try await authorizer.authorize(&request.request)
      try request.request.addAuthorization(to: &request.address, shown: &shown)
      request.request.url = shown
    }
    if let plain {
      let isChanged = request.request.headers != plain
      if isChanged || request.request.unauthorizedHeaders != nil {
        request.request.unauthorizedHeaders = isChanged ? plain : nil
      }
    }
    if !request.mayCarryCredentials,
      request.request.headers.contains(where: { HTTPHeaders.isSecret($0.name) })
    {
      throw APIError(insecure: Origin(request.address))
    }
    return request
  }
}
