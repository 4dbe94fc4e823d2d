public import SeashellKit

/// The reason an operation on the session failed.
public enum SessionError: Error, Equatable {
  /// The user is not signed in. The command signs in.
  case notSignedIn(environment: String, command: String)
  /// The server no longer accepts the session. The command signs in.
  case sessionRefused(environment: String, command: String)
  /// The server rejected the user and password.
  case wrongCredentials(environment: String)
  /// The server has no sessions to sign in to. A token may be in the environment variable instead.
  case noSessions(environment: String, variable: String)
  /// The user is signed out here, but the server did not end the session.
  case notEndedByServer(environment: String, cause: ShellError)
  /// The secret would be sent to another server, named by the description.
  case foreignOrigin(String, api: String)
  /// The user is signed out, but their stored data could not be removed.
  case dataNotRemoved(cause: ShellError)
  /// The connection to the environment is not encrypted and leaves this machine.
  case notPrivate(environment: String)
  /// The environment variable is set, and is used instead of a session.
  case variableInUse(String, environment: String)
  /// The server rejected the token in the environment variable.
  case variableRefused(String, environment: String)
  /// The value of the environment variable has characters that a token cannot have.
  case invalidVariable(String)
  /// Neither the API's description nor the configuration says how to sign in.
  case noSchemes(api: String, variable: String)
  /// A scheme is not supported, for a reason that the text gives.
  case unsupported(scheme: String, reason: String)
  /// The credentials are in the configuration, so users do not sign in or out.
  case configured(environment: String)
  /// Stored credentials cannot be read or are damaged. The reason names the file, and the command signs in.
  case unreadable(reason: String, command: String)
  /// The credential cannot be renewed.
  case notRenewable(environment: String)
}
