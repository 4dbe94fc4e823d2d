public import ShellKit
public import WebAPI

extension APIError: ShellErrorConvertible {
  /// The error as the shell tells it: what kind of failure it is decides the exit status.
  public var shellError: ShellError {
    ShellError(shellCode, description, hint: hint)
  }

  private var shellCode: ShellError.Code {
    switch code {
    case .unconnected: .unconnected
    case .unavailable: isNotFound ? .notFound : .unavailable
    case .unprocessable: .invalid
    case .unauthorized: .unauthorized
    case .forbidden: .forbidden
    case .limit: .limit
    case .invalid: fields.isEmpty ? .failed : .usage
    }
  }

  private var hint: String? {
    code == .unauthorized ? remedy ?? "sign in with 'session login'" : recoverySuggestion
  }
}
