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
    for place in places where !Origin(place).mayCarryCredentials {
      throw AuthorizationError.insecure(place.absoluteString)
    }
    let body = try await MetadataDocument.first(
      at: places,
      agrees: { if Origin($0) != Origin(address) { try await agrees($0) } },
      clients: clients)
    return try body.map {
      try ProtectedResource($0, of: address, scopes: challenge?.scopes)
    }
  }

  /// Returns the scopes that a refused request needs, from `WWW-Authenticate` (RFC 6750, section 3.1).
  ///
  /// - Returns: nil if it was not refused for its scopes; empty if the server does not name them.
  public static func neededScopes(in challenge: [String]) -> [String]? {
    challenge.lazy.compactMap(BearerChallenge.init)
      .first { $0.fields["error"] == "insufficient_scope" }.map { $0.scopes ?? [] }
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

extension OAuthClient {
  /// Whether a name is that of the server at an address: the address, or a folder above it at the same origin.
  static func covers(_ name: String, _ address: String) -> Bool {
    guard let named = URL(string: name), let url = URL(string: address),
      named.host()?.isEmpty == false, Origin(named) == Origin(url), named.query() == nil,
      named.fragment() == nil
    else { return false }
    func folders(_ url: URL) -> [Substring] {
      url.path(percentEncoded: true).split(separator: "/")
    }
    return folders(url).starts(with: folders(named))
  }

  /// Whether a name is the address of a server on the web.
  static func isAddress(_ name: String) -> Bool {
    ["http", "https"].contains(URL(string: name)?.scheme?.lowercased())
  }
}

/// The fields of a `Bearer` challenge in `WWW-Authenticate` (RFC 9110, section 11.6.1, and RFC 6750, section 3).
struct BearerChallenge {
  private(set) var fields: [String: String] = [:]

  /// The scopes that the request needs; nil if the server does not say.
  var scopes: [String]? { fields["scope"]?.split(separator: " ").map(String.init) }

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
