public import FoundationEssentials

/// A way to sign in to an API, as its description or the configuration declares it.
public struct SecurityScheme: Sendable, Equatable {
  /// Where an API key is sent.
  public enum KeyPlace: String, Sendable, CaseIterable {
    case header, query, cookie
  }

  /// The kinds of scheme.
  public enum Kind: Sendable, Equatable {
    /// A key in a header field, a query parameter or a cookie.
    case apiKey(name: String, KeyPlace)
    /// A user and a password (RFC 7617).
    case basic
    /// A token that was issued elsewhere (RFC 6750).
    case bearer
    /// The shop's own sessions, at `/session`.
    case session
    /// Tokens of OAuth.
    case oauth(OAuthSettings)
    /// A certificate of the client, which the configuration of an environment names.
    case clientCertificate
    /// A scheme that cannot be used, and why: `it needs a browser`.
    case unsupported(String)

    /// What tells a stored credential from that of another kind, to which it must not be sent; nil for the
    /// shop's sessions, whose files are older than the other kinds.
    public var name: String? {
      switch self {
      case .apiKey(let name, let place): "apiKey \(place.rawValue) \(name)"
      case .basic: "basic"
      case .bearer: "bearer"
      case .session: nil
      case .oauth(let settings): "oauth2 \(settings.flow.rawValue)"
      case .clientCertificate: "mutualTLS"
      case .unsupported: "unsupported"
      }
    }
  }

  /// The name under which an operation refers to it.
  public let id: String

  /// What it is.
  public var kind: Kind

  /// Creates a scheme.
  public init(_ id: String, _ kind: Kind) {
    (self.id, self.kind) = (id, kind)
  }
}

/// How an API's tokens are requested.
public struct OAuthSettings: Sendable, Equatable {
  /// The ways to get a token that need no browser.
  public enum Flow: String, Sendable, CaseIterable {
    /// A client, such as a job of continuous integration, authorizes itself (RFC 6749, section 4.4).
    case clientCredentials
    /// The user's name and password are exchanged for tokens (RFC 6749, section 4.3).
    case password
  }

  /// How a token is requested.
  public var flow: Flow

  /// Where tokens are requested; nil if the issuer's metadata says that.
  ///
  /// It may be relative to the address of the API.
  public var tokenURL: URL?

  /// Where tokens are renewed, if elsewhere.
  public var refreshURL: URL?

  /// The server that issues the tokens, whose metadata says where (RFC 8414, or OpenID Connect Discovery).
  public var issuer: URL?

  /// The scopes that are requested.
  public var scopes: [String]

  /// Creates settings.
  public init(
    _ flow: Flow, tokenURL: URL? = nil, refreshURL: URL? = nil, issuer: URL? = nil,
    scopes: [String] = []
  ) {
    (self.flow, self.tokenURL, self.refreshURL) = (flow, tokenURL, refreshURL)
    (self.issuer, self.scopes) = (issuer, scopes)
  }
}

extension OAuthSettings {
  /// Returns the settings with their relative addresses completed.
  ///
  /// - Parameter base: the address of the API.
  public func resolved(at base: URL) -> OAuthSettings {
    let text = base.absoluteString
    let folder = URL(string: text.hasSuffix("/") ? text : text + "/")
    func whole(_ url: URL?) -> URL? {
      url.flatMap { URL(string: $0.relativeString, relativeTo: folder)?.absoluteURL }
    }
    var settings = self
    settings.tokenURL = whole(tokenURL)
    settings.refreshURL = whole(refreshURL)
    settings.issuer = whole(issuer)
    return settings
  }

  /// What is asked of the server, in a text that tells it from everything else.
  public var asked: String {
    let place = (tokenURL ?? issuer)?.absoluteString ?? ""
    return "\(flow.rawValue) \(place) \(scopes.joined(separator: " "))"
  }
}
