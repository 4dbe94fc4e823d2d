import SeashellKit

/// Why something about a session failed.
enum SessionError: Error, Equatable {
  /// There is no session in the environment.
  case notSignedIn(environment: String)
  /// The shop does not accept the session that there is.
  case refused(environment: String)
  /// The shop does not accept the user and the password.
  case wrongCredentials(environment: String)
  /// The session is over here, and the shop did not hear of it.
  case notTold(environment: String, cause: ShellError)
  /// What is sent to the environment can be read on the way.
  case notPrivate(environment: String)
  /// The user's environment has a token, which is used in a session's place.
  case variableServes(environment: String)
  /// The shop does not accept the token that the user's environment has.
  case variableRefused(environment: String)
  /// The file is not what was written to it, or cannot be read; the reason names it.
  case unreadable(reason: String)
}

extension SessionError {
  /// Whether the shop has ended the session.
  var isRefusal: Bool {
    if case .refused = self { true } else { false }
  }
}

extension SessionError: ShellErrorConvertible {
  private static let signIn = "sign in with 'session login'"

  var shellError: ShellError {
    switch self {
    case .notSignedIn(let environment):
      ShellError(.unauthorized, "nobody is signed in on \(environment)", hint: Self.signIn)
    case .refused(let environment):
      ShellError(
        .unauthorized, "\(environment) does not accept the session any more", hint: Self.signIn)
    case .wrongCredentials(let environment):
      ShellError(
        .unauthorized, "\(environment) does not accept this user with this password",
        hint: "check both and try again")
    case .notTold(let environment, let cause):
      ShellError(
        cause.code,
        "signed out here, but \(environment) was not told and keeps the session until it expires:"
          + " \(cause.message)",
        status: cause.status)
    case .notPrivate(let environment):
      ShellError(
        .failed,
        "passwords and tokens go over https, or to this machine, and \(environment) is neither",
        hint: "give it an address with https in config.json")
    case .variableServes(let environment):
      ShellError(
        .failed, "\(SessionVariable.name) is set, and is the session on \(environment)",
        hint: "unset it to sign in, to renew or to sign out here")
    case .variableRefused(let environment):
      ShellError(
        .unauthorized, "\(environment) does not accept \(SessionVariable.name)",
        hint: "renew the variable")
    case .unreadable(let reason):
      ShellError(.unauthorized, reason, hint: Self.signIn)
    }
  }
}
