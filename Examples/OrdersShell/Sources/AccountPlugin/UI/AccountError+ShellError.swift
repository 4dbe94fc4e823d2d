import SeashellKit

extension AccountError: ShellErrorConvertible {
  /// Advice for a user without a key.
  static let signIn = "sign in with 'account login'"

  /// The error to show to the user.
  var shellError: ShellError {
    switch self {
    case .notSignedIn(let environment):
      ShellError(.unauthorized, "not signed in on \(environment)", hint: Self.signIn)
    case .keyRefused(let environment):
      ShellError(.unauthorized, "\(environment) does not accept the key", hint: Self.signIn)
    case .invalidKey:
      ShellError(.usage, "the key is empty or has characters that a key cannot have")
    case .notPrivate(let environment):
      ShellError(
        .unauthorized, "the connection to \(environment) is not encrypted",
        hint: "give it an address with https")
    case .damaged(let file):
      ShellError(.failed, "the key file \(file) is damaged", hint: Self.signIn)
    case .unreadable(let detail):
      ShellError(.unavailable, "the service sent an invalid response: \(detail)")
    }
  }
}
