public import WebAuthorization

/// An entry of `auth` in the configuration: a scheme, and the source of its secret.
public struct ConfiguredCredential: Sendable, Equatable {
  /// A name that is not secret, such as a user's: written in the configuration, or read from a source.
  public enum Name: Sendable, Equatable {
    /// A name written in the configuration.
    case text(String)
    /// A name read from elsewhere.
    case source(SecretSource)
  }

  /// The scheme.
  ///
  /// Its id is `auth`, or `auth 2` for the second of a list.
  public let scheme: SecurityScheme

  /// The user of Basic, or the id of an OAuth client; nil for other schemes, and if `session login` asks.
  public internal(set) var user: Name?

  /// The source of the key, the password, the token or the client's secret.
  ///
  /// Nil if `session login` asks for it.
  public internal(set) var secret: SecretSource?

  /// The program that stores a secret entered at `session login`, and reads it from standard input; nil if
  /// none does.
  public internal(set) var store: [String]?

  init(_ scheme: SecurityScheme, secret: SecretSource? = nil) {
    (self.scheme, self.secret) = (scheme, secret)
  }

  var sources: [SecretSource] {
    guard case .source(let source) = user else { return secret.map { [$0] } ?? [] }
    return [source] + (secret.map { [$0] } ?? [])
  }
}

extension ConfiguredCredential: CustomStringConvertible {
  /// The scheme and the source of its secret, without the secret: `bearer from the variable WH_KEY`.
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

/// The source of a secret; the configuration file never contains the secret itself.
public enum SecretSource: Sendable, Hashable {
  /// An environment variable: `{ env: 'WH_KEY' }`.
  case variable(String)
  /// A file, by its absolute path: `{ file: '~/.secrets/wh' }`.
  case file(String)
  /// The output of a program, which is run without a shell: `{ command: ['pass', 'show', 'wh'] }`.
  case command([String])
}

extension SecretSource: CustomStringConvertible {
  /// A description without the secret: `the variable WH_KEY`, `the file /home/ann/key` or `the program
  /// 'pass'`.
  ///
  /// A program's arguments are left out.
  public var description: String {
    switch self {
    case .variable(let name): "the variable \(name)"
    case .file(let path): "the file \(path)"
    case .command(let words): "the program '\(words.first ?? "")'"
    }
  }
}
