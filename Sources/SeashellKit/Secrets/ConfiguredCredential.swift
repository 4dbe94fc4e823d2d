public import WebAuthorization

/// An entry of `auth` in the configuration: a scheme, and where its secret is.
public struct ConfiguredCredential: Sendable, Equatable {
  /// A name that is no secret, such as a user's: a text of the configuration, or what a source has.
  public enum Name: Sendable, Equatable {
    /// A text of the configuration.
    case text(String)
    /// What is read from elsewhere.
    case source(SecretSource)
  }

  /// The scheme.
  ///
  /// Its id is `auth`, or `auth 2` for the second of a list.
  public let scheme: SecurityScheme

  /// The user of Basic, or the id of an OAuth client; nil for other schemes, and if `session login` asks.
  public internal(set) var user: Name?

  /// Where the key, the password, the token or the client's secret is; nil if `session login` asks for it.
  public internal(set) var secret: SecretSource?

  /// The program that stores a secret which `session login` asked for, on its standard input; nil if none
  /// does.
  public internal(set) var store: [String]?

  init(_ scheme: SecurityScheme, secret: SecretSource? = nil) {
    (self.scheme, self.secret) = (scheme, secret)
  }

  /// All places that the user's name and the secret are read from.
  var sources: [SecretSource] {
    guard case .source(let source) = user else { return secret.map { [$0] } ?? [] }
    return [source] + (secret.map { [$0] } ?? [])
  }
}

extension ConfiguredCredential: CustomStringConvertible {
  /// The scheme and where its secret is, without the secret: `bearer from the variable WH_KEY`.
  public var description: String {
    let kind =
      switch scheme.kind {
      case .apiKey(let name, let place): "apiKey \(name) in the \(place.rawValue)"
      case .basic: "basic"
      case .bearer: "bearer"
      case .session: "session"
      case .oauth: "oauth2"
      case .clientCertificate: "certificate"
      case .unsupported: "unsupported"
      }
    return secret.map { "\(kind) from \($0)" } ?? kind
  }
}
