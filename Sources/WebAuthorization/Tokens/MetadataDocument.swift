import CoreJSON
import FoundationEssentials
import WebAPI
import WebMessages

/// A document in which a server describes itself (RFC 8414, RFC 9728, OpenID Connect Discovery).
enum MetadataDocument {
  private static let maximumRedirects = 5

  /// Returns the first document at some addresses.
  ///
  /// - Parameter agrees: called before an address is asked.
  /// - Returns: nil if there is none.
  /// - Throws: ``AuthorizationError`` `metadata` if there is none, and an address redirects elsewhere; `APIError`
  ///   if a request failed; what `agrees` throws.
  static func first(
    at addresses: [URL], agrees: (URL) async throws -> Void = { _ in }, clients: ServiceClients
  ) async throws -> JSONValue? {
    var refusal: AuthorizationError?
    for address in addresses {
      try await agrees(address)
      do {
        if let body = try await body(at: address, clients) { return body }
      } catch let error as AuthorizationError {
        refusal = refusal ?? error
      }
    }
    if let refusal { throw refusal }
    return nil
  }

  /// Follows redirects to the same origin only, since another server's word about this one is worth nothing.
  private static func body(
    at address: URL, _ clients: ServiceClients
  ) async throws -> JSONValue? {
    let client = try await clients(address)
    var place = address
    for _ in 0...maximumRedirects {
      var request = APIRequest(url: place, headers: ["Accept": "application/json"])
      request.authorizes = false
      request.isBackground = true
      request.followsRedirects = false
      request.maximumResponseSize = 1 << 20
      let response = try await request.response(on: client)
      guard HTTPResponse.isRedirect(response.statusCode) else {
        return response.statusCode == 200 ? try? JSONValue(json: response.data) : nil
      }
      do {
        place = try HTTPRedirect.target(of: response.headers, from: place)
      } catch {
        throw AuthorizationError.metadata("\(address.absoluteString): \(error.reason)")
      }
      guard Origin(place) == Origin(address) else {
        throw AuthorizationError.metadata(
          "\(address.absoluteString) redirects to \(Origin(place)), which is not asked about"
            + " \(Origin(address))")
      }
    }
    throw AuthorizationError.metadata("\(address.absoluteString) redirects too often")
  }
}
