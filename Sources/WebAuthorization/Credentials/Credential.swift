import CoreSystem
public import FoundationEssentials
import WebMessages

/// What authorizes requests by one scheme: a key, a name with a password, or tokens.
public struct Credential: Sendable, Equatable, Codable {
  /// The user, or the id of an OAuth client; nil if it is not known.
  public var user: String?

  /// The key, the password, the token that was issued elsewhere, or the secret of an OAuth client.
  public var secret: Secret?

  /// The token that requests are sent with, if the server has issued it for the rest.
  public var accessToken: Secret?

  /// What is exchanged for new tokens.
  public var refreshToken: Secret?

  /// When the access token expires; nil if the server has not said so.
  public var expiresAt: Date?

  /// The scopes that were granted; nil if they are not known.
  public var scopes: [String]?

  /// The origin of the API that the credential is sent to; it is sent nowhere else.
  public var origin: String

  /// Where tokens were requested first; they are requested nowhere else without the user's consent.
  public var tokenURL: String?

  /// What kind of scheme it is for, as ``SecurityScheme/Kind-swift.enum/name`` has it; nil for the shop's
  /// sessions.
  var kind: String?

  /// What was asked of the server that issued the tokens, if the configuration says it.
  public var asked: String?

  /// Whether the server takes the secret of a client in the body alone; nil if it takes Basic.
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
    case user, secret, scopes, origin, kind, asked
    case accessToken = "access_token"
    case refreshToken = "refresh_token"
    case expiresAt = "expires_at"
    case tokenURL = "token_url"
    case isSentInBody = "secret_in_body"
  }

  /// What tells the account from others: the user, or else a part of the secret's hash; nil if it has neither.
  public var account: String? { user ?? (secret ?? accessToken).map(Self.account) }

  /// Returns what tells the account of a secret from others, if its name is not known.
  ///
  /// It is a part of the hash, so it is no secret, and is another one for each secret.
  public static func account(of secret: Secret) -> String {
    "token-" + SHA256.digest(of: Array(secret.text.utf8)).prefix(16)
  }

  /// Whether all its parts can be sent in header fields.
  var canBeSent: Bool {
    [accessToken, refreshToken].allSatisfy { $0?.isToken ?? true }
      && (secret.map { HTTPHeaders.isValue($0.text) } ?? true)
  }

  /// Whether it was granted the scopes, as far as that is known.
  func grants(_ needed: [String]) -> Bool {
    scopes.map { Set($0).isSuperset(of: needed) } ?? true
  }
}
