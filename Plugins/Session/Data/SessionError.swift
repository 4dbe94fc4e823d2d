import SeashellKit

/// Why an operation on the session failed.
enum SessionError: Error, Equatable {
  /// The user is not signed in.
  case notSignedIn(environment: String)
  /// The server no longer accepts the session.
  case sessionRefused(environment: String)
  /// The server does not accept the user and password.
  case wrongCredentials(environment: String)
  /// The server has no sessions to sign in to; a token may be in the variable instead.
  case noSessions(environment: String, variable: String)
  /// The user is signed out here, but the server did not end the session.
  case notEndedByServer(environment: String, cause: ShellError)
  /// The user is signed out, but what was stored of their data could not be removed.
  case dataNotRemoved(cause: ShellError)
  /// The connection to the environment is not encrypted, and leaves this machine.
  case notPrivate(environment: String)
  /// The variable is set, and is used instead of a session.
  case variableInUse(String, environment: String)
  /// The server does not accept the token in the variable.
  case variableRefused(String, environment: String)
  /// The session file cannot be read or is damaged; the reason names the file.
  case unreadable(reason: String)
}

extension SessionError {
  /// Whether the server has ended the session.
  var isSessionRefused: Bool {
    if case .sessionRefused = self { true } else { false }
  }
}

extension SessionError: ShellErrorConvertible {
  /// What to do if there is no session.
  static let signIn = "sign in with 'session login'"

  /// What to do if there is no session, in a script.
  static func signInOrSet(_ variable: String) -> String { "\(signIn), or set \(variable)" }

  var shellError: ShellError {
    switch self {
    case .notSignedIn(let environment):
      ShellError(.unauthorized, "not signed in on \(environment)", hint: Self.signIn)
    case .sessionRefused(let environment):
      ShellError(
        .unauthorized, "\(environment) no longer accepts the session", hint: Self.signIn)
    case .wrongCredentials(let environment):
      ShellError(
        .unauthorized, "\(environment) does not accept this user and password",
        hint: "check both and try again")
    case .noSessions(let environment, let variable):
      ShellError(
        .notFound, "\(environment) has no 'session' to sign in to with a password",
        hint: "start again with an access token in the variable \(variable)")
    case .notEndedByServer(let environment, let cause):
      ShellError(
        cause.code,
        "signed out here, but the session on \(environment) stays valid until it expires:"
          + " \(cause.message)",
        status: cause.status)
    case .dataNotRemoved(let cause):
      ShellError(
        cause.code, "signed out, but what was stored of your data is still there: \(cause.message)",
        hint: cause.hint, status: cause.status)
    case .notPrivate(let environment):
      ShellError(
        .failed,
        "\(environment) is not encrypted, so it gets no passwords or tokens",
        hint: "give it an https address in config.json")
    case .variableInUse(let variable, let environment):
      ShellError(
        .failed, "\(variable) is set, and replaces the session on \(environment)",
        hint: "unset it to use a session")
    case .variableRefused(let variable, let environment):
      ShellError(
        .unauthorized, "\(environment) does not accept the token in \(variable)",
        hint: "it may have expired; set a new one")
    case .unreadable(let reason):
      ShellError(.unauthorized, reason, hint: Self.signIn)
    }
  }
}
