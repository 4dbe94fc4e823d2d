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

  /// Advice after an error of RFC 6749, section 5.2.
  private static func hint(_ code: String) -> String? {
    switch code {
    case "invalid_client": "check the id and the secret of the client"
    case "invalid_grant": "check the user and the password"
    case "invalid_scope": "request other scopes: 'scopes' of 'auth' in config.json"
    default: nil
    }
  }
}
