/// How to connect to a server of NATS.
struct StreamSettings: Sendable, Hashable {
  enum Credentials: Sendable, Hashable {
    case none
    case user(String, password: String)
    case token(String)
    /// A file with a user's token and seed, as `nsc` writes it.
    case file(String)
    /// A public NKey, and the file of its seed.
    case nkey(String, seedFile: String)
  }

  /// Addresses, separated by commas: `nats://host:4222` or `tls://host:4222`.
  var url: String
  /// The name of this client, which the server's operator sees.
  var name: String
  var credentials: Credentials
  /// The file of trusted certificates; nil for the system's.
  var authorities: String?

  init(_ url: String, name: String, credentials: Credentials = .none) {
    (self.url, self.name, self.credentials) = (url, name, credentials)
  }

  /// Whether the connection must be encrypted.
  var isSecure: Bool { url.hasPrefix("tls://") || authorities != nil }
}
