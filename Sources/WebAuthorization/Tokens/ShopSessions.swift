import CoreJSON
public import FoundationEssentials
public import WebAPI
import WebMessages

/// The sessions of the shop's API, at `/session`: a user's name and password are exchanged for tokens.
///
/// The requests have absolute URLs: if the user switches the environment meanwhile, the client refuses to
/// send the password or token to the new one.
public struct ShopSessions: TokenIssuer {
  private let client: any APIClient
  private let base: URL

  /// Creates an issuer.
  ///
  /// - Parameters:
  ///   - client: sends the requests.
  ///   - base: the address of the API, with its version.
  public init(_ client: any APIClient, at base: URL) {
    (self.client, self.base) = (client, base)
  }

  /// A session, as the server reports it.
  public struct Status: Sendable, Equatable, Decodable {
    /// The user's name.
    public let user: String
    /// When the access token expires.
    public let expiresAt: Date

    enum CodingKeys: String, CodingKey {
      case user
      case expiresAt = "expires_at"
    }
  }

  /// Exchanges a name and a password for tokens.
  ///
  /// - Throws: `APIError`; with the code `unauthorized` if they are wrong.
  public func logIn(_ user: String, _ password: Secret) async throws -> Credential {
    let grant: Grant =
      try await confidential(
        "session", ["user": .string(user), "password": .string(password.text)], with: password
      )
      .response(on: client).resource()
    return try grant.credential(of: user, at: base, now: Date())
  }

  /// Exchanges the refresh token for new tokens.
  public func renew(_ held: Credential, isBackground: Bool) async throws -> Credential {
    guard let token = held.refreshToken else {
      throw AuthorizationError.refused(code: "no_refresh_token")
    }
    var request = confidential(
      "session/refresh", ["refresh_token": .string(token.text)], with: token)
    request.isBackground = isBackground
    // A long wait before a retry would be shown to the user.
    if isBackground { request.retry = false }
    do {
      let grant: Grant = try await request.response(on: client).resource()
      return try grant.credential(of: held.user, at: base, now: Date())
    } catch let error as APIError where [401, 403, 422].contains(error.status) {
      throw AuthorizationError.refused(code: "\(error.status ?? 0)")
    } catch let error as APIError {
      throw error.redacted
    }
  }

  /// Ends the session.
  public func revoke(_ held: Credential) async throws -> Bool {
    var request = APIRequest(url: address("session"), method: .delete)
    request.announces = false
    do {
      try await request.response(on: client).verify()
    } catch let error as APIError where error.code == .unauthorized {
      // The session has already ended.
    }
    return true
  }

  /// Asks the server who is signed in.
  public func status() async throws -> Status {
    var request = APIRequest(url: address("session"))
    // Without the token, the response would not be about the session.
    request.isConfidential = true
    return try await request.response(on: client).resource()
  }

  /// Asks, without credentials, whether the server has sessions.
  ///
  /// - Throws: `APIError` if the server cannot tell at present.
  public func areOffered() async throws -> Bool {
    var request = APIRequest(url: address("session"))
    request.authorizes = false
    // A 401 only shows that the server has sessions.
    request.isBackground = true
    request.cachePolicy = .reload
    let response = try await request.response(on: client)
    if response.offersSessions { return true }
    if [408, 429].contains(response.statusCode) || response.statusCode >= 500 {
      try response.verify()
    }
    return false
  }

  private func confidential(
    _ path: String, _ body: JSONValue, with secret: Secret
  ) -> APIRequest {
    var request = APIRequest(url: address(path), method: .post, body: .json(body))
    request.announces = false
    request.authorizes = false
    request.isConfidential = true
    request.secrets = [secret.text]
    return request
  }

  private func address(_ path: String) -> URL { base.appending(path: path) }
}

private struct Grant: Decodable {
  /// The maximum lifetime of an access token, in seconds: a hundred years.
  private static let maximumLifetime = 3_155_760_000

  let accessToken: Secret
  let refreshToken: Secret

  /// The lifetime of the access token, in seconds.
  let expiresIn: Int

  enum CodingKeys: String, CodingKey {
    case accessToken = "access_token"
    case refreshToken = "refresh_token"
    case expiresIn = "expires_in"
  }

  func credential(of user: String?, at base: URL, now: Date) throws -> Credential {
    for (name, token) in [("access_token", accessToken), ("refresh_token", refreshToken)] {
      guard token.isToken else {
        throw APIError(
          .unavailable, detail: "\(name) is empty or has characters that a token cannot have")
      }
    }
    guard (0...Self.maximumLifetime).contains(expiresIn) else {
      throw APIError(.unavailable, detail: "expires_in is \(expiresIn)")
    }
    return Credential(
      user: user, accessToken: accessToken, refreshToken: refreshToken,
      expiresAt: now.addingTimeInterval(Double(expiresIn)), origin: base.originText)
  }
}

extension APIResponse {
  /// Whether this answer to a request without credentials shows that the server has sessions.
  ///
  /// A page that a web application sends for every path does not.
  fileprivate var offersSessions: Bool {
    switch statusCode {
    case 200..<300: headers["Content-Type"]?.lowercased().contains("json") ?? false
    case 400, 401, 403, 422: true
    case 405: headers.list("Allow").contains("post")
    default: false
    }
  }
}
