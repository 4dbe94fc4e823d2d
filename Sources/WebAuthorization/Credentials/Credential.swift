import CoreSystem
public import FoundationEssentials
import WebMessages

/// A credential for one scheme: a key, a name with a password, or tokens.
public struct Credential: Sendable, Equatable, Codable {
  /// The user, or the id of an OAuth client that acts for itself, if known.
  public var user: String?

  /// The id of the client with which a user has signed in at the server; nil for other credentials.
  public var clientID: String?

  /// Identifies the account of such a user: the server's own id, or else a part of the first token's hash.
  public var subject: String?

  /// The key, the password, a token issued elsewhere, or the secret of an OAuth client.
  public var secret: Secret?

  /// The token sent with requests, if the server has issued one for the other parts.
  public var accessToken: Secret?

  /// The token that is exchanged for new tokens.
  public var refreshToken: Secret?

  /// When the access token expires, if the server has said so.
  public var expiresAt: Date?

  /// The granted scopes, if they are known.
  public var scopes: [String]?

  /// The origin of the API; the credential is never sent to another one.
  public var origin: String

  /// The first address at which tokens were requested; another one needs the user's consent.
  public var tokenURL: String?

  /// The kind of scheme, as in ``SecurityScheme/Kind-swift.enum/name``; nil for the shop's sessions.
  var kind: String?

  /// The settings with which the tokens were requested, if they come from the configuration or a user has
  /// signed in at the server.
  public var asked: String?

  /// The server that the tokens are for (RFC 8707), if they were requested for one.
  public var resource: String?

  /// Whether the server accepts a client's secret only in the body; nil if it accepts Basic.
  var isSentInBody: Bool?

  /// Creates a credential.
  public init(
    user: String? = nil, secret: Secret? = nil, accessToken: Secret? = nil,
    refreshToken: Secret? = nil, expiresAt: Date? = nil, scopes: [String]? = nil, origin: String,
    tokenURL: String? = nil
  ) {
    (self.user, self.secret, self.accessToken) = (user, secret, accessToken)
    (self.refreshToken, self.expiresAt, self.scopes) = (refreshToken, expiresAt, scopes)
    (self.origin, self.tokenURL) = (origin, tokenURL)
  }

  enum CodingKeys: String, CodingKey {
    case user, secret, scopes, origin, kind, asked, subject, resource
    case clientID = "client_id"
    case accessToken = "access_token"
    case refreshToken = "refresh_token"
    case expiresAt = "expires_at"
    case tokenURL = "token_url"
    case isSentInBody = "secret_in_body"
  }

  /// Identifies the account: the user, or else a part of the secret's hash, if there is one.
  public var account: String? { subject ?? user ?? (secret ?? accessToken).map(Self.account) }

  /// Identifies the account of a secret whose user is not known.
  ///
  /// It is a part of the hash, which is not secret and differs for each secret.
  public static func account(of secret: Secret) -> String {
    "token-" + SHA256.digest(of: Array(secret.text.utf8)).prefix(16)
  }

  var canBeSent: Bool {
    [accessToken, refreshToken].allSatisfy { $0?.isToken ?? true }
      && (secret.map { HTTPHeaders.isValue($0.text) } ?? true)
  }

  /// Whether it was granted the scopes, as far as is known.
  func grants(_ needed: [String]) -> Bool {
    scopes.map { Set($0).isSuperset(of: needed) } ?? true
  }
}
