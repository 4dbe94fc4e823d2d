import CoreJSON
import FoundationEssentials
import WebAPI
import WebMessages

struct AuthorizationServer: Sendable, Equatable {
  var tokenURL: URL
  var refreshURL: URL
  var revocationURL: URL?
  /// Whether a client may authorize itself with Basic, which servers must support (RFC 6749, section 2.3.1).
  var takesBasic = true
  /// The name of the issuer; nil if the settings have the addresses.
  var issuer: String?
  /// Where users sign in with a browser.
  var authorizationURL: URL?
  /// Where a device's code is issued (RFC 8628).
  var deviceURL: URL?
  /// Where clients are registered (RFC 7591).
  var registrationURL: URL?
  /// Whether answers to the browser name the issuer (RFC 9207).
  var namesIssuer = false
  /// The offered ways of PKCE (RFC 7636); nil if the metadata does not say.
  var challengeMethods: [String]?
  /// The flows that the metadata offers.
  var flows: [OAuthSettings.Flow] = []

  /// `looksForMore` fetches the metadata even if the settings have the token address.
  static func of(
    _ settings: OAuthSettings, looksForMore: Bool, clients: ServiceClients
  ) async throws -> AuthorizationServer {
    if let tokenURL = settings.tokenURL {
      var server = AuthorizationServer(
        tokenURL: tokenURL, refreshURL: settings.refreshURL ?? tokenURL)
      (server.authorizationURL, server.deviceURL) = (settings.authorizationURL, settings.deviceURL)
      guard looksForMore, let issuer = URL(string: "\(Origin(tokenURL))"),
        let found = try await metadata(of: settings.issuer ?? issuer, clients),
        found.tokenURL == tokenURL
      else { return server }
      server.revocationURL = found.revocationURL
      server.takesBasic = found.takesBasic
      return server
    }
    guard let issuer = settings.issuer else {
      throw AuthorizationError.metadata("it is not known where tokens are requested")
    }
    guard let server = try await metadata(of: issuer, clients) else {
      throw AuthorizationError.metadata(
        "\(issuer.absoluteString) has no metadata that says where tokens are requested")
    }
    return server
  }

  /// Returns the possible addresses of an issuer's metadata, in the order of the Model Context Protocol: that of
  /// RFC 8414, and those of OpenID Connect Discovery.
  static func addresses(of issuer: URL) -> [URL] {
    let text = "\(Origin(issuer))"
    var path = issuer.path(percentEncoded: true)
    while path.hasSuffix("/") { path.removeLast() }
    let openID = "/.well-known/openid-configuration"
    let places =
      ["/.well-known/oauth-authorization-server\(path)", "\(openID)\(path)"]
      + (path.isEmpty ? [] : ["\(path)\(openID)"])
    return places.compactMap { URL(string: text + $0) }
  }

  private static func metadata(
    of issuer: URL, _ clients: ServiceClients
  ) async throws -> AuthorizationServer? {
    guard Origin(issuer).mayCarryCredentials else {
      throw AuthorizationError.insecure(issuer.absoluteString)
    }
    let body = try await MetadataDocument.first(at: addresses(of: issuer), clients: clients)
    return try body.map { try AuthorizationServer($0, of: issuer) }
  }

  private init(tokenURL: URL, refreshURL: URL) {
    (self.tokenURL, self.refreshURL) = (tokenURL, refreshURL)
  }

  /// Throws ``AuthorizationError`` `metadata` if it names another issuer, or lacks the token
  /// address.
  init(_ body: JSONValue, of issuer: URL) throws(AuthorizationError) {
    guard case .string(let name)? = body["issuer"], Self.isSame(name, issuer) else {
      throw .metadata("the metadata of \(issuer.absoluteString) is that of another issuer")
    }
    guard let tokenURL = try Self.url("token_endpoint", in: body) else {
      throw .metadata("the metadata of \(issuer.absoluteString) has no token_endpoint")
    }
    self.init(tokenURL: tokenURL, refreshURL: tokenURL)
    revocationURL = try Self.url("revocation_endpoint", in: body)
    if case .array(let methods)? = body["token_endpoint_auth_methods_supported"] {
      takesBasic = methods.contains("client_secret_basic")
    }
    self.issuer = name
    authorizationURL = try Self.url("authorization_endpoint", in: body)
    deviceURL = try Self.url("device_authorization_endpoint", in: body)
    registrationURL = try Self.url("registration_endpoint", in: body)
    namesIssuer = body["authorization_response_iss_parameter_supported"] == true
    challengeMethods = Self.names("code_challenge_methods_supported", in: body)
    let grants = Self.names("grant_types_supported", in: body)
    // Without the field, these are offered (RFC 8414, section 2).
    if authorizationURL != nil, (grants ?? ["authorization_code"]).contains("authorization_code") {
      flows.append(.authorizationCode)
    }
    if deviceURL != nil { flows.append(.device) }
    if grants?.contains("client_credentials") ?? true { flows.append(.clientCredentials) }
  }

  private static func names(_ field: String, in body: JSONValue) -> [String]? {
    guard case .array(let values)? = body[field] else { return nil }
    return values.compactMap { if case .string(let name) = $0 { name } else { nil } }
  }

  /// Whether a name is the issuer's; a trailing slash does not matter.
  private static func isSame(_ name: String, _ issuer: URL) -> Bool {
    let names = [name, issuer.absoluteString].map { $0.hasSuffix("/") ? $0.dropLast() : $0[...] }
    return names[0] == names[1]
  }

  private static func url(
    _ field: String, in body: JSONValue
  ) throws(AuthorizationError) -> URL? {
    guard case .string(let text)? = body[field] else { return nil }
    guard let url = URL(string: text), url.user() == nil, url.host()?.isEmpty == false,
      Origin(url).mayCarryCredentials
    else { throw .insecure(text) }
    return url
  }
}
