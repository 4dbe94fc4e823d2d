public import ShellOutput
public import WebAuthorization

extension AuthorizationError: ShellErrorConvertible {
  /// The error to show to the user; its code decides the exit status.
  public var shellError: ShellError {
    switch self {
    case .unreadable(let reason): ShellError(.unauthorized, reason)
    case .notStored(let reason):
      ShellError(
        .failed, "the session cannot be stored: \(reason)",
        hint: "free disk space or make the folder writable, and try again")
    case .locked(let path):
      ShellError(
        .failed, "another process has kept the session locked for 30 seconds (\(path))",
        hint: "end that process, or try again")
    case .refused(let code):
      ShellError(.unauthorized, "the server issues no tokens: \(code)", hint: Self.hint(code))
    case .unusable(let reason):
      ShellError(.unavailable, "the server's answer has no token that can be used: \(reason)")
    case .movedTokens(let old, let new):
      ShellError(
        .unauthorized, "tokens are requested at \(new) now, and no longer at \(old)",
        hint: "sign in again if that is right")
    case .changed:
      ShellError(
        .unauthorized,
        "the addresses or scopes for signing in have changed since you signed in",
        hint: "sign in again if that is right")
    case .denied(let code):
      ShellError(
        .unauthorized, "you are not signed in: \(Self.reason(code))", hint: Self.advice(code))
    case .wrongRedirect(let reason):
      ShellError(
        .unauthorized, "the browser's answer is not accepted: \(reason)", hint: "sign in again")
    case .foreign(let origin):
      ShellError(
        .usage, "tokens would be requested at \(origin), which you have not agreed to",
        hint:
          "write allowedOrigins: ['\(origin)'] into the API in config.json, or sign in at a terminal"
      )
    case .metadata(let reason): ShellError(.unavailable, reason)
    case .insecure(let address):
      ShellError(
        .failed, "\(address) is not encrypted, so it gets no passwords or tokens",
        hint: "tokens are requested over https, or from this machine")
    }
  }

  /// The meaning of an error of RFC 6749, section 4.1.2.1 and 5.2, or RFC 8628, section 3.5.
  private static func reason(_ code: String) -> String {
    switch code {
    case "access_denied": "you or the server declined"
    case "expired_token": "it took too long"
    case "invalid_grant":
      "the server does not accept the code, which was used already or is too old"
    case "invalid_scope": "the server does not know the requested scopes"
    case "unauthorized_client": "the client may not sign users in this way"
    case "unsupported_response_type": "the server has no sign-in with a code"
    case "server_error", "temporarily_unavailable": "the server cannot do it now"
    default: code
    }
  }

  private static func advice(_ code: String) -> String? {
    switch code {
    case "unauthorized_client": "allow it where the client is registered"
    case "server_error", "temporarily_unavailable": "try again later"
    default: hint(code) == nil || code == "invalid_grant" ? "sign in again" : hint(code)
    }
  }

  /// Advice after an error of RFC 6749, section 5.2.
  private static func hint(_ code: String) -> String? {
    switch code {
    case "invalid_client": "check the id of the client, and its secret if it has one"
    case "invalid_grant": "check the user and the password"
    case "invalid_scope": "request other scopes: 'scopes' of 'auth' in config.json"
    default: nil
    }
  }
}
