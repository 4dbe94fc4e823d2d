import CoreJSON
public import FoundationEssentials
import WebAPI
import WebMessages

extension OAuthClient {
  /// Whether the server registers clients (RFC 7591), so that none has to be given.
  ///
  /// - Throws: ``AuthorizationError`` or `APIError` if the server's metadata cannot be used.
  public func registersClients() async throws -> Bool {
    try await server().registrationURL != nil
  }

  /// Registers a client for one sign-in: servers compare the redirect with its port, which another sign-in has
  /// not.
  ///
  /// `redirect` is nil for a client that signs in as a device.
  func register(
    _ name: String, at server: AuthorizationServer, redirect: String?
  ) async throws -> Credential {
    let issuer = server.issuer ?? server.tokenURL.absoluteString
    guard let url = server.registrationURL else {
      throw AuthorizationError.metadata("\(issuer) registers no clients")
    }
    guard isTrusted(url, nil) else { throw AuthorizationError.foreign("\(Origin(url))") }
    var fields: JSONObject = [
      "client_name": .string(name), "application_type": "native",
      "token_endpoint_auth_method": "none",
      "grant_types": [
        .string(redirect == nil ? Self.deviceGrant : "authorization_code"), "refresh_token",
      ],
      "response_types": redirect == nil ? [] : ["code"],
    ]
    if let redirect { fields["redirect_uris"] = [.string(redirect)] }
    if !settings.scopes.isEmpty {
      fields["scope"] = .string(settings.scopes.joined(separator: " "))
    }
    var request = APIRequest(
      url: url, method: .post, body: .json(.object(fields)),
      headers: ["Accept": "application/json"])
    request.idempotencyKey = nil
    request.announces = false
    request.authorizes = false
    request.isConfidential = true
    request.maximumResponseSize = 1 << 20
    let response = try await request.response(on: try await clients(url))
    if let code = response.refusal {
      throw AuthorizationError.metadata("\(issuer) does not register a client: \(code)")
    }
    do { try response.verify() } catch { throw error.redacted }
    guard let body = try? JSONValue(json: response.data),
      case .string(let id)? = body["client_id"], (1...1_000).contains(id.utf8.count)
    else { throw AuthorizationError.metadata("\(issuer) has registered a client without an id") }
    var client = Credential(user: id, origin: api.originText)
    client.clientID = id
    // A server may give a client a secret that asks for none.
    if case .string(let secret)? = body["client_secret"], !secret.isEmpty {
      client.secret = Secret(secret)
      if body["token_endpoint_auth_method"] == "client_secret_post" { client.isSentInBody = true }
    }
    return client
  }
}

/// Renews and revokes the tokens of a user who has signed in to a protected resource.
///
/// All that it must know is in the credential, so it asks no other server than the one that issued the tokens.
public struct ResourceTokens: TokenIssuer {
  private let address: URL
  private let clients: ServiceClients

  /// Creates an issuer.
  ///
  /// - Parameters:
  ///   - address: the address of the server that the tokens are for.
  ///   - clients: returns the client for an address.
  public init(for address: URL, clients: @escaping ServiceClients) {
    (self.address, self.clients) = (address, clients)
  }

  /// Exchanges the refresh token for new tokens.
  public func renew(_ held: Credential, isBackground: Bool) async throws -> Credential {
    try await client(of: held).renew(held, isBackground: isBackground)
  }

  /// Revokes the tokens, if the server says where.
  public func revoke(_ held: Credential) async throws -> Bool {
    try await client(of: held).revoke(held)
  }

  private func client(of held: Credential) -> OAuthClient {
    OAuthClient(OAuthSettings(of: held), for: address, trusted: [], clients: clients)
  }
}
