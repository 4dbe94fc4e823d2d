import FoundationEssentials
import WebMessages

/// Adds credentials if the address may receive them; otherwise rejects a request that has some.
struct AuthorizeStep {
  let next: CacheStep

  func send(_ original: AddressedRequest) async throws -> ResponseHead {
    var request = original
    request.request.url = request.address
    if let authorizer = request.authorizer {
      let headers = request.request.headers
      if request.request.remedy == nil { request.request.remedy = authorizer.signInHint }
      try await authorizer.authorize(&request.request)
      let isAuthorized = request.request.headers != headers
      request.request.unauthorizedHeaders = isAuthorized ? headers : nil
      request.request.url = request.address
    }
    if !request.mayCarryCredentials,
      request.request.headers.contains(where: { HTTPHeaders.isSecret($0.name) })
    {
      throw APIError(insecure: Origin(request.address))
    }
    return try await next.send(request)
  }
}
