import CoreJSON
public import FoundationEssentials
public import WebAPI
import WebMessages

/// What a server that needs tokens says of itself (RFC 9728): its own name, and who issues its tokens.
public struct ProtectedResource: Sendable, Equatable {
  /// The server's name, which tokens are requested for: its address, or one above it.
  public let name: String

  /// The server that issues the tokens; the first if there are several.
  public let issuer: URL

  /// The scopes to request; empty if the server names none.
  public let scopes: [String]

  /// Finds what a server says of itself.
  ///
  /// - Parameters:
  ///   - address: the server's address.
  ///   - challenge: the values of `WWW-Authenticate` in its response with the status 401, if there was one.
  ///   - agrees: asks the user whether another origin may be asked about the server.
  ///   - clients: returns the client for an address.
  /// - Returns: nil if the server says nothing.
  /// - Throws: ``AuthorizationError`` `metadata` or `insecure`; `APIError` if a request failed; what `agrees`
  ///   throws.
  public static func find(
    _ address: URL, challenge: [String], agrees: (URL) async throws -> Void,
    clients: ServiceClients
  ) async throws -> ProtectedResource? {
    let challenge = challenge.lazy.compactMap(BearerChallenge.init).first
    var places = addresses(of: address)
    if let text = challenge?.fields["resource_metadata"] {
      guard let url = URL(string: text), url.host()?.isEmpty == false else {
        throw AuthorizationError.metadata("'\(text)', where the server describes itself, is wrong")
      }
      places = [url]
    }
    for place in places {
      guard Origin(place).mayCarryCredentials else {
        throw AuthorizationError.insecure(place.absoluteString)
      }
      if Origin(place) != Origin(address) { try await agrees(place) }
      var request = APIRequest(url: place, headers: ["Accept": "application/json"])
      request.authorizes = false
      request.isBackground = true
      // Another origin is asked only if the user agrees.
      request.followsRedirects = false
      request.maximumResponseSize = 1 << 20
      let response = try await request.response(on: try await clients(place))
      guard response.statusCode == 200, let body = try? JSONValue(json: response.data) else {
        continue
      }
      let scope = challenge?.fields["scope"]?.split(separator: " ").map(String.init)
      return try ProtectedResource(body, of: address, scopes: scope)
    }
    return nil
  }

  private static func addresses(of address: URL) -> [URL] {
    let start = "\(Origin(address))/.well-known/oauth-protected-resource"
    let path = address.path(percentEncoded: true)
    return ["", "/"].contains(path)
      ? [URL(string: start)].compactMap(\.self)
      : [path, ""].compactMap { URL(string: start + $0) }
  }

  /// Throws ``AuthorizationError`` `metadata` if it describes another server, or names none that issues tokens.
  init(_ body: JSONValue, of address: URL, scopes: [String]?) throws(AuthorizationError) {
    let text = address.absoluteString
    guard case .string(let name)? = body["resource"], OAuthClient.covers(name, text) else {
      throw .metadata("\(Origin(address)) describes another server than \(text)")
    }
    guard case .array(let servers)? = body["authorization_servers"],
      case .string(let server)? = servers.first, let issuer = URL(string: server),
      issuer.host()?.isEmpty == false
    else { throw .metadata("\(text) does not say who issues its tokens") }
    guard Origin(issuer).mayCarryCredentials else { throw .insecure(server) }
    var offered: [String] = []
    if case .array(let values)? = body["scopes_supported"] {
      offered = values.compactMap { if case .string(let scope) = $0 { scope } else { nil } }
    }
    (self.name, self.issuer, self.scopes) = (name, issuer, scopes ?? offered)
  }
}

/// The fields of a `Bearer` challenge in `WWW-Authenticate` (RFC 9110, section 11.6.1, and RFC 6750, section 3).
struct BearerChallenge {
  private(set) var fields: [String: String] = [:]

  /// nil if the value has no such challenge.
  init?(_ value: String) {
    var (rest, scheme) = (value[...], "")
    var isFound = false
    while true {
      rest = rest.drop { $0 == " " || $0 == "\t" || $0 == "," }
      let name = Self.token(&rest)
      guard !name.isEmpty else { break }
      let after = rest.drop { $0 == " " }
      guard after.first == "=" else {
        scheme = name
        isFound = isFound || name == "bearer"
        continue
      }
      rest = after.dropFirst().drop { $0 == " " }
      let value = rest.first == "\"" ? Self.quoted(&rest) : Self.token(&rest, lowercased: false)
      if scheme == "bearer", fields[name] == nil { fields[name] = value }
    }
    if !isFound { return nil }
  }

  private static func token(_ rest: inout Substring, lowercased: Bool = true) -> String {
    let token = rest.prefix { !" \t,=\"".contains($0) }
    rest = rest[token.endIndex...]
    return lowercased ? token.lowercased() : String(token)
  }

  private static func quoted(_ rest: inout Substring) -> String {
    var text = ""
    rest.removeFirst()
    while let next = rest.popFirst(), next != "\"" {
      text.append(next == "\\" ? rest.popFirst() ?? next : next)
    }
    return text
  }
}
