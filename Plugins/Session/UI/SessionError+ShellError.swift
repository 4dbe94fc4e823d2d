public import SeashellKit

extension SessionError: ShellErrorConvertible {
  /// What to do if there is no session.
  static let signIn = "sign in with 'session login'"

  /// What to do if there is no session, in a script.
  static func signInOrSet(_ variable: String) -> String { "\(signIn), or set \(variable)" }

  /// What to do if the server does not accept the token in a variable.
  static func renew(_ variable: String) -> String {
    "the token in \(variable) was refused; it may have expired, so set a new one"
  }

  /// What the user is told once, when requests get no token or one that is refused.
  var warning: String {
    if case .variableRefused(let variable, let environment) = self {
      return "\(environment) does not accept the token in \(variable); it may have expired"
    }
    let error = shellError
    return "\(error.message): requests are sent without a token"
      + (error.hint.map { "; \($0)" } ?? "")
  }

  /// The error to show to the user.
  public var shellError: ShellError {
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
    case .invalidVariable(let variable):
      ShellError(
        .usage, "\(variable) has characters that a token cannot have",
        hint: "check it for spaces and newlines")
    case .unreadable(let reason):
      ShellError(.unauthorized, reason, hint: Self.signIn)
    }
  }
}
