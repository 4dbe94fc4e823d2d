package import CoreEvents

/// The stream of a message server on which an environment's events are shared with other machines.
package struct EventStreamConfiguration: Sendable, Equatable {
  package enum Credentials: Sendable, Hashable {
    case none
    case user(String, password: SecretSource)
    case token(SecretSource)
    /// A file with a user's token and seed, as `nsc` writes it.
    case file(String)
    /// A public NKey, and the file of its seed.
    case nkey(String, seedFile: String)
  }

  /// The server's addresses, separated by commas: `nats://host:4222` or `tls://host:4222`.
  package var url: String
  /// The stream's name.
  package var stream: String
  package var credentials = Credentials.none
  /// The file of trusted certificates; nil for the system's.
  package var authorities: String?
  /// Which events of the shell's own bus other shells get, and which of theirs it gets.
  package var shared: [EventPattern] = []

  /// Whether the server gets a password or a token itself.
  var sendsSecret: Bool { secret != nil }

  var secretVariable: String? {
    if case .variable(let name)? = secret { name } else { nil }
  }

  /// The source of the password or token; nil for others, which stay on this machine.
  package var secret: SecretSource? {
    switch credentials {
    case .user(_, let password): password
    case .token(let token): token
    case .none, .file, .nkey: nil
    }
  }

  init(url: String, stream: String) {
    (self.url, self.stream) = (url, stream)
  }
}
