import CoreJSON
public import FoundationEssentials
import WebAPI
import WebMessages

/// Requests OAuth 2.1 tokens.
public struct OAuthClient: TokenIssuer {
  /// How and where tokens are requested.
  public internal(set) var settings: OAuthSettings
  let api: URL
  private var trusted: Set<String>?
  private let client: CredentialSource?
  let clients: ServiceClients
  /// What the server has said of itself for this sign-in; nil to ask it.
  var known: AuthorizationServer?

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - settings: how and where tokens are requested.
  ///   - api: an address of the API that the tokens are for.
  ///   - trusted: the origins that may receive passwords and secrets, besides the API's and the one that
  ///     issued a held credential. nil allows every origin, for settings that the user has written.
  ///   - client: returns the id and the secret of the client with which users sign in, if they are configured.
  ///   - clients: returns the client for an address.
  public init(
    _ settings: OAuthSettings, for api: URL, trusted: Set<String>? = nil,
    client: CredentialSource? = nil, clients: @escaping ServiceClients
  ) {
    (self.settings, self.api, self.trusted, self.clients) = (settings, api, trusted, clients)
    self.client = client
  }

  /// Returns the origins at which a user would sign in, or that would receive passwords and secrets, without
  /// the user's agreement.
  ///
  /// - Throws: ``AuthorizationError`` or `APIError` if the token address cannot be found.
  public func foreignOrigins() async throws -> [String] {
    let server = try await server()
    var urls = [server.tokenURL, server.refreshURL]
    if settings.flows.contains(.authorizationCode), let url = server.authorizationURL {
      urls.append(url)
    }
    if settings.flows.contains(.device), let url = server.deviceURL { urls.append(url) }
    if settings.registeredName != nil, let url = server.registrationURL { urls.append(url) }
    urls = urls.filter { !isTrusted($0, nil) }
    return Set(urls.map { "\(Origin($0))" }).sorted()
  }

  /// Returns the client with further origins that the user has agreed to.
  public func trusting(_ origins: [String]) -> OAuthClient {
    var client = self
    client.trusted?.formUnion(origins)
    return client
  }

  func isTrusted(_ url: URL, _ held: Credential?) -> Bool {
    guard let trusted, Origin(url) != Origin(api), !trusted.contains("\(Origin(url))") else {
      return true
    }
    // The user agreed to this origin when signing in.
    return held?.tokenURL.flatMap { URL(string: $0) }.map { Origin($0) == Origin(url) } ?? false
  }

  /// Exchanges the name and secret of a user or client for tokens.
  ///
  /// - Parameter given: the name and the secret.
  /// - Returns: the tokens and, for a client, also its secret, which later requests exchange again.
  /// - Throws: ``AuthorizationError``; `APIError` if a request failed.
  public func logIn(_ given: Credential) async throws -> Credential {
    let server = try await server()
    guard settings.flows.first == .password else {
      return try await clientCredentials(given, at: server, isBackground: false)
    }
    let fields = [
      ("grant_type", "password"), ("username", given.user ?? ""),
      ("password", given.secret?.text ?? ""),
    ]
    var tokens = try await tokens(
      fields, secrets: [given.secret], of: nil, at: server, url: server.tokenURL,
      isBackground: false)
    tokens.user = given.user
    return tokens
  }

  /// Exchanges the refresh token, or else the client's secret, for new tokens.
  public func renew(_ held: Credential, isBackground: Bool) async throws -> Credential {
    let server = try await server()
    if held.tokenURL != server.tokenURL.absoluteString, held.tokenURL != nil || trusted != nil {
      throw AuthorizationError.movedTokens(
        from: held.tokenURL ?? "another scheme", to: server.tokenURL.absoluteString)
    }
    if held.clientID != nil, held.asked != asked(at: server) { throw AuthorizationError.changed }
    guard let refreshToken = held.refreshToken else {
      guard held.secret != nil, held.clientID == nil else {
        throw AuthorizationError.refused(code: "no_refresh_token")
      }
      return try await clientCredentials(held, at: server, isBackground: isBackground)
    }
    do {
      let fields = [("grant_type", "refresh_token"), ("refresh_token", refreshToken.text)]
      var renewed = try await tokens(
        fields, secrets: [refreshToken], of: try await client(of: held), held: held,
        at: server, url: server.refreshURL, isBackground: isBackground)
      (renewed.user, renewed.secret) = (held.user, held.secret)
      (renewed.clientID, renewed.subject) = (held.clientID, held.subject)
      if held.clientID != nil { renewed.asked = held.asked }
      renewed.refreshToken = renewed.refreshToken ?? refreshToken
      renewed.scopes = renewed.scopes ?? held.scopes
      return renewed
    } catch AuthorizationError.refused where held.secret != nil && held.clientID == nil {
      return try await clientCredentials(held, at: server, isBackground: isBackground)
    }
  }

  /// Revokes the tokens (RFC 7009), if the server's metadata has the address for it.
  public func revoke(_ held: Credential) async throws -> Bool {
    guard let token = held.refreshToken ?? held.accessToken else { return false }
    let server = try await server(looksForMore: true)
    // A server whose addresses have moved since gets no token.
    guard let url = server.revocationURL, isTrusted(url, held),
      held.tokenURL == nil || held.tokenURL == server.tokenURL.absoluteString
    else { return false }
    let fields = [
      ("token", token.text),
      ("token_type_hint", held.refreshToken == nil ? "access_token" : "refresh_token"),
    ]
    let client = try await client(of: held)
    var response = try await response(
      to: fields, secrets: [token], of: client, held: held, at: server, url: url,
      isBackground: false)
    if response.refusal == "invalid_request", client?.clientID != nil, client?.secret == nil {
      // Servers by the Python SDK of the Model Context Protocol require the secret that such a client has not.
      response = try await self.response(
        to: fields + [("client_secret", "")], secrets: [token], of: client, held: held, at: server,
        url: url, isBackground: false)
    }
    do {
      try response.verify()
    } catch {
      throw error.redacted
    }
    return true
  }

  /// The addresses at which a user signs in, and the scopes, in one text.
  func asked(at server: AuthorizationServer) -> String {
    let urls = [settings.issuer, server.authorizationURL, server.deviceURL]
    return (urls.map { $0?.absoluteString ?? "-" } + settings.scopes).joined(separator: " ")
  }

  /// Returns the client that authorizes itself beside a held credential, if any: the configured one, or the
  /// one that the user has signed in with.
  func client(of held: Credential) async throws -> Credential? {
    guard let id = held.clientID else { return held.secret == nil ? nil : held }
    var authorized = held
    authorized.user = id
    authorized.secret = try await client?()?.secret ?? held.secret
    return authorized
  }

  private func clientCredentials(
    _ client: Credential, at server: AuthorizationServer, isBackground: Bool
  ) async throws -> Credential {
    var tokens = try await tokens(
      [("grant_type", "client_credentials")], secrets: [], of: client, at: server,
      url: server.tokenURL, isBackground: isBackground)
    (tokens.user, tokens.secret) = (client.user, client.secret)
    return tokens
  }

  /// `looksForMore` fetches the server's metadata even if the settings suffice.
  func server(looksForMore: Bool = false) async throws -> AuthorizationServer {
    if let known, !looksForMore { return known }
    return try await AuthorizationServer.of(
      settings, looksForMore: looksForMore, clients: clients)
  }

  /// `client` is the id and secret of a client that authorizes itself, if any.
  func tokens(
    _ fields: [(String, String)], secrets: [Secret?], of client: Credential?,
    held: Credential? = nil, at server: AuthorizationServer, url: URL, isBackground: Bool
  ) async throws -> Credential {
    var fields = fields
    // Without the field, a renewal keeps the scopes (RFC 6749, section 6). A code has them already.
    if !settings.scopes.isEmpty, ["client_credentials", "password"].contains(fields[0].1) {
      fields.append(("scope", settings.scopes.joined(separator: " ")))
    }
    if let resource = settings.resource { fields.append(("resource", resource)) }
    var (client, server) = (client, server)
    if client?.isSentInBody == true { server.takesBasic = false }
    var response = try await response(
      to: fields, secrets: secrets, of: client, held: held ?? client, at: server, url: url,
      isBackground: isBackground)
    if server.takesBasic, client?.secret != nil, response.refusal == "invalid_client" {
      // Many servers accept the secret only in the body, and do not say so.
      server.takesBasic = false
      client?.isSentInBody = true
      response = try await self.response(
        to: fields, secrets: secrets, of: client, held: held ?? client, at: server, url: url,
        isBackground: isBackground)
    }
    if let code = response.refusal { throw AuthorizationError.refused(code: code) }
    if [404, 405, 410].contains(response.statusCode) {
      throw AuthorizationError.unusable("\(url.absoluteString) answered \(response.statusCode)")
    }
    do {
      try response.verify()
    } catch {
      throw error.redacted
    }
    var credential = try response.tokens(for: api.originText, at: Date())
    if let id = client?.clientID {
      credential.identify(by: response.claims(of: server.issuer, for: id))
    }
    if let resource = settings.resource {
      try response.checkTokens(areFor: resource)
      credential.resource = resource
    }
    credential.tokenURL = server.tokenURL.absoluteString
    credential.isSentInBody = client?.isSentInBody
    credential.scopes =
      credential.scopes ?? (settings.scopes.isEmpty ? nil : settings.scopes)
    return credential
  }

  func response(
    to fields: [(String, String)], secrets: [Secret?], of client: Credential?, held: Credential?,
    at server: AuthorizationServer, url: URL, isBackground: Bool
  ) async throws -> APIResponse {
    guard isTrusted(url, held) else { throw AuthorizationError.foreign("\(Origin(url))") }
    guard Origin(url).mayCarryCredentials else {
      throw AuthorizationError.insecure(url.absoluteString)
    }
    var (fields, headers) = (fields, HTTPHeaders())
    var secrets = secrets.compactMap { $0?.text }
    if let client, let secret = client.secret {
      secrets.append(secret.text)
      if server.takesBasic {
        // RFC 6749, section 2.3.1: both are form-encoded first.
        let parts = [client.user ?? "", secret.text].map {
          PercentEncoding.encode($0, keeping: PercentEncoding.query)
        }
        headers["Authorization"] = BasicAuthorizer.field(parts[0], Secret(parts[1]))
      } else {
        fields += [("client_id", client.user ?? ""), ("client_secret", secret.text)]
      }
    } else if let id = client?.clientID {
      fields.append(("client_id", id))
    }
    var form = APIQuery()
    for (name, value) in fields { form.appendAsWritten(name, value) }
    headers["Accept"] = "application/json"
    var request = APIRequest(
      url: url, method: .post, body: .urlEncoded(form), headers: headers)
    request.idempotencyKey = nil
    request.announces = false
    request.authorizes = false
    request.isConfidential = true
    request.secrets = secrets
    request.isBackground = isBackground
    request.maximumResponseSize = 1 << 20
    if isBackground { request.retry = false }
    return try await request.response(on: try await clients(url))
  }
}

extension OAuthSettings {
  /// Creates the settings with which a user has signed in to a protected resource, from what
  /// ``OAuthClient/asked(at:)`` has kept.
  init(of held: Credential) {
    let asked = held.asked?.split(separator: " ") ?? []
    self.init(
      .authorizationCode, issuer: asked.first.flatMap { URL(string: String($0)) },
      scopes: asked.dropFirst(3).map(String.init))
    resource = held.resource
  }
}

extension APIResponse {
  /// The code with which the server has refused to issue tokens (RFC 6749, section 5.2), if it has.
  var refusal: String? {
    guard [400, 401, 403].contains(statusCode) else { return nil }
    if case .string(let code)? = (try? JSONValue(json: data))?["error"],
      (1...60).contains(code.utf8.count),
      code.utf8.allSatisfy({ $0 == UInt8(ascii: "_") || (0x61...0x7A).contains($0) })
    {
      return code
    }
    return "\(statusCode)"
  }

  /// Returns the claims of an ID token about a user, if there is one for this client.
  ///
  /// It came from the token endpoint itself, so its signature need not be checked (OpenID Connect Core, section
  /// 3.1.3.7).
  fileprivate func claims(of issuer: String?, for client: String) -> JSONValue? {
    guard case .string(let token)? = (try? JSONValue(json: data))?["id_token"],
      let claims = Self.claims(in: token),
      issuer == nil || claims["iss"] == .string(issuer ?? "")
    else { return nil }
    let id = JSONValue.string(client)
    if case .array(let audience)? = claims["aud"] { return audience.contains(id) ? claims : nil }
    return claims["aud"] == id ? claims : nil
  }

  /// Returns what a JSON Web Token says, without checking its signature; nil if the text is none.
  private static func claims(in token: String) -> JSONValue? {
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3 else { return nil }
    let text = parts[1].replacing("-", with: "+").replacing("_", with: "/")
    let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    return Data(base64Encoded: text + padding).flatMap { try? JSONValue(json: $0) }
  }

  /// Throws ``AuthorizationError`` `unusable` if the tokens are for another server, as the response or the
  /// access token says (RFC 9068).
  ///
  /// A name that is no web address, such as `notes` or `api://notes`, says nothing about that: a server may map
  /// the address that was asked for to a name of its own (RFC 8707, section 2), which only the resource's server
  /// can judge. The token is sent to that server alone.
  fileprivate func checkTokens(areFor resource: String) throws(AuthorizationError) {
    let body = try? JSONValue(json: data)
    var named = [body?["resource"]]
    if case .string(let token)? = body?["access_token"] {
      named.append(Self.claims(in: token)?["aud"])
    }
    for value in named {
      let names: [JSONValue] =
        switch value {
        case .array(let values)?: values
        case .null?, nil: []
        case let value?: [value]
        }
      guard !names.isEmpty else { continue }
      let isRight = names.contains {
        guard case .string(let name) = $0 else { return false }
        return OAuthClient.covers(name, resource) || !OAuthClient.isAddress(name)
      }
      guard isRight else { throw .unusable("it is for another server than \(resource)") }
    }
  }

  /// Returns the tokens in a response (RFC 6749, section 5.1).
  fileprivate func tokens(for origin: String, at now: Date) throws -> Credential {
    guard let body = try? JSONValue(json: data), case .string(let access)? = body["access_token"]
    else { throw AuthorizationError.unusable("it has no access_token") }
    if case .string(let type)? = body["token_type"], type.lowercased() != "bearer" {
      throw AuthorizationError.unusable("its tokens are not of the type 'Bearer'")
    }
    var credential = Credential(accessToken: Secret(access), origin: origin)
    if case .string(let token)? = body["refresh_token"] { credential.refreshToken = Secret(token) }
    guard credential.canBeSent else {
      throw AuthorizationError.unusable("its tokens have characters that a token cannot have")
    }
    let lifetime: Double? =
      switch body["expires_in"] {
      case .integer(let seconds)?: Double(seconds)
      case .number(let number)?: Double(number.text)
      case .string(let text)?: Double(text)
      default: nil
      }
    if let lifetime, (0...3_155_760_000).contains(lifetime) {
      credential.expiresAt = now.addingTimeInterval(lifetime)
    }
    if case .string(let scope)? = body["scope"] {
      credential.scopes = scope.split(separator: " ").map(String.init)
    }
    return credential
  }
}

extension Credential {
  /// Sets the account and the name of the user for whom the tokens were issued.
  fileprivate mutating func identify(by claims: JSONValue?) {
    func text(_ name: String) -> String? {
      guard case .string(let text)? = claims?[name], (1...255).contains(text.utf8.count) else {
        return nil
      }
      return text
    }
    subject = text("sub") ?? accessToken.map(Self.account)
    user = text("preferred_username") ?? text("email")
  }
}
