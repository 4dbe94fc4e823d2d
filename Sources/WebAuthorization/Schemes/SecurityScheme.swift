public import FoundationEssentials

/// A way to sign in to an API, declared by its description or by the configuration.
public struct SecurityScheme: Sendable, Equatable {
  /// The part of a request that carries an API key.
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
    /// OAuth tokens.
    case oauth(OAuthSettings)
    /// A client certificate, which an environment's configuration names.
    case clientCertificate
    /// A scheme that cannot be used, with the reason: `it needs a browser`.
    case unsupported(String)

    /// The kind's name, which keeps a stored credential from being sent for another kind.
    ///
    /// nil for the shop's sessions, whose files are older than the other kinds.
    public var name: String? {
      switch self {
      case .apiKey(let name, let place): "apiKey \(place.rawValue) \(name)"
      case .basic: "basic"
      case .bearer: "bearer"
      case .session: nil
      case .oauth(let settings): "oauth2 \(settings.flowNames)"
      case .clientCertificate: "mutualTLS"
      case .unsupported: "unsupported"
      }
    }
  }

  /// The id by which an operation refers to it.
  public let id: String

  /// The kind of scheme.
  public var kind: Kind

  /// Creates a scheme.
  public init(_ id: String, _ kind: Kind) {
    (self.id, self.kind) = (id, kind)
  }
}

/// How an API's tokens are requested.
public struct OAuthSettings: Sendable, Equatable {
  /// The ways to get a token.
  public enum Flow: String, Sendable, CaseIterable {
    /// The user signs in at the server with a browser on this machine (RFC 6749, section 4.1, with RFC 7636).
    case authorizationCode
    /// The user enters a code at the server, on any machine (RFC 8628).
    case device
    /// A client, such as a CI job, authorizes itself (RFC 6749, section 4.4).
    case clientCredentials
    /// The user's name and password are exchanged for tokens (RFC 6749, section 4.3).
    case password
  }

  /// The possible ways to request a token; empty for those that the issuer's metadata offers.
  public var flows: [Flow]

  /// The address at which the user signs in with a browser; nil to take it from the issuer's metadata.
  public var authorizationURL: URL?

  /// The address that issues a device's code; nil to take it from the issuer's metadata.
  public var deviceURL: URL?

  /// The address that issues tokens; nil to take it from the issuer's metadata.
  ///
  /// It may be relative to the address of the API.
  public var tokenURL: URL?

  /// The address that renews tokens, if it is a different one.
  public var refreshURL: URL?

  /// The server that issues the tokens, whose metadata contains the addresses (RFC 8414, or OpenID Connect
  /// Discovery).
  public var issuer: URL?

  /// The requested scopes.
  public var scopes: [String]

  /// The server that the tokens are for (RFC 8707); nil to request tokens for no certain one.
  public var resource: String?

  /// The name with which a client is registered for a sign-in if no client is given (RFC 7591); nil to register
  /// none.
  public var registeredName: String?

  /// Creates settings.
  public init(
    _ flow: Flow, tokenURL: URL? = nil, refreshURL: URL? = nil, issuer: URL? = nil,
    scopes: [String] = []
  ) {
    (flows, self.tokenURL, self.refreshURL) = ([flow], tokenURL, refreshURL)
    (self.issuer, self.scopes) = (issuer, scopes)
  }
}

extension OAuthSettings {
  /// Whether a user may have to sign in at the server.
  public var mayNeedUser: Bool {
    flows.isEmpty || flows.contains(.authorizationCode) || flows.contains(.device)
  }

  fileprivate var flowNames: String {
    flows.isEmpty ? "issuer" : flows.map(\.rawValue).joined(separator: " ")
  }

  /// Returns the settings with absolute addresses.
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
    settings.authorizationURL = whole(authorizationURL)
    settings.deviceURL = whole(deviceURL)
    return settings
  }

  /// The flows, the address and the scopes in one text, to compare what was requested.
  public var asked: String {
    let place = (tokenURL ?? issuer)?.absoluteString ?? ""
    return "\(flowNames) \(place) \(scopes.joined(separator: " "))"
  }
}
