public import ShellOutput
import CoreEvents
public import WebAPI

extension APIError: ShellErrorConvertible {
  /// The error as the shell tells it: what kind of failure it is decides the exit status.
  public var shellError: ShellError {
    ShellError(shellCode, description, hint: hint, problems: problems.map(\.json))
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
    if code == .unauthorized { return remedy ?? "sign in with 'session login'" }
    if isUnreadable, !mayHaveBeenApplied {
      return "check 'format' and 'keys' of the environment, which 'env show' shows"
    }
    return recoverySuggestion
  }
}

extension APIProblem {
  /// The problem as an object, without what the server did not say.
  fileprivate var json: JSONValue {
    let members = [("code", code), ("title", title), ("detail", detail), ("field", field)]
    return .object(
      Dictionary(
        uniqueKeysWithValues: members.compactMap { name, text in
          text.map { (name, .string($0)) }
        }))
  }
}
