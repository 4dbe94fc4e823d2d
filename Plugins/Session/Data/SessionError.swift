public import SeashellKit

/// Why an operation on the session failed.
public enum SessionError: Error, Equatable {
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
  /// The variable's value has characters that a token cannot have.
  case invalidVariable(String)
  /// The session file cannot be read or is damaged; the reason names the file.
  case unreadable(reason: String)
}

extension SessionError {
  /// Whether the server has ended the session.
  var isSessionRefused: Bool {
    if case .sessionRefused = self { true } else { false }
  }
}
