public import SeashellKit

/// Why an operation on the session failed.
public enum SessionError: Error, Equatable {
  /// The user is not signed in; the command signs in.
  case notSignedIn(environment: String, command: String)
  /// The server no longer accepts the session; the command signs in.
  case sessionRefused(environment: String, command: String)
  /// The server does not accept the user and password.
  case wrongCredentials(environment: String)
  /// The server has no sessions to sign in to; a token may be in the variable instead.
  case noSessions(environment: String, variable: String)
  /// The user is signed out here, but the server did not end the session.
  case notEndedByServer(environment: String, cause: ShellError)
  /// Another server, which the description names, would get the secret.
  case foreignOrigin(String, api: String)
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
  /// Neither the API's description nor the configuration says how to sign in.
  case noSchemes(api: String, variable: String)
  /// A scheme cannot be used; the text says why.
  case unsupported(scheme: String, reason: String)
  /// The credentials are in the configuration, so users do not sign in or out.
  case configured(environment: String)
  /// What is stored cannot be read or is damaged; the reason names the file, and the command signs in.
  case unreadable(reason: String, command: String)
  /// What was given cannot be renewed.
  case notRenewable(environment: String)
}
