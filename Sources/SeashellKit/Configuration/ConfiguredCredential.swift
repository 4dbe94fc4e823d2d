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

  /// The user of Basic, or the id of an OAuth client; nil for other schemes.
  public internal(set) var user: Name?

  /// Where the key, the password, the token or the client's secret is.
  public internal(set) var secret: SecretSource

  /// The program that stores a secret which `session login` asked for, on its standard input; nil if none
  /// does.
  public internal(set) var store: [String]?

  init(_ scheme: SecurityScheme, secret: SecretSource) {
    (self.scheme, self.secret) = (scheme, secret)
  }
}
