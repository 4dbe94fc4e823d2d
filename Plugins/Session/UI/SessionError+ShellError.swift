public import SeashellKit

extension SessionError: ShellErrorConvertible {
  static func signIn(by command: String) -> String { "sign in with '\(command)'" }

  /// Advice for a script without a session.
  static func signIn(by command: String, orSet variable: String) -> String {
    "\(signIn(by: command)), or set \(variable)"
  }

  /// Advice if the server rejects the token in an environment variable.
  static func renew(_ variable: String) -> String {
    "the token in \(variable) was refused; it may have expired, so set a new one"
  }

  /// The error to show to the user.
  public var shellError: ShellError {
    switch self {
    case .notSignedIn(let environment, let command):
      ShellError(
        .unauthorized, "not signed in on \(environment)", hint: Self.signIn(by: command))
    case .sessionRefused(let environment, let command):
      ShellError(
        .unauthorized, "\(environment) no longer accepts the session",
        hint: Self.signIn(by: command))
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
    case .foreignOrigin(let origin, let api):
      ShellError(
        .usage,
        "the description sends what you sign in with to \(origin), which you have not agreed to",
        hint: "write allowedOrigins: ['\(origin)'] into '\(api)' in config.json, or sign in at a"
          + " terminal")
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
    case .noSchemes(let api, let variable):
      ShellError(
        .usage, "the description of '\(api)' does not say how to sign in",
        hint: "say it with 'auth' in config.json, or set \(variable); 'help sessions' shows how")
    case .unsupported(let scheme, let reason):
      ShellError(
        .usage, "you cannot sign in by '\(scheme)': \(reason)",
        hint: "'auth' in config.json can say another way; 'help sessions' shows how")
    case .configured(let environment):
      ShellError(
        .usage, "'auth' in config.json says how requests to \(environment) are authorized",
        hint: "change it there")
    case .unreadable(let reason, let command):
      ShellError(.unauthorized, reason, hint: Self.signIn(by: command))
    case .notRenewable(let environment):
      ShellError(
        .usage, "what you have given for \(environment) is not renewed",
        hint: "sign in again with another one")
    }
  }
}
