public import ShellOutput
import CoreEvents
public import WebAPI

extension APIError: ShellErrorConvertible {
  /// The error to show to the user; its code decides the exit status.
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
    // Only an authorizer knows how to sign in.
    if code == .unauthorized { return remedy }
    if isUnreadable, !mayHaveBeenApplied {
      return "check 'format' and 'keys' of the environment in config.json"
    }
    return recoverySuggestion
  }
}

extension APIProblem {
  /// The problem as JSON, without the members that the server left out.
  fileprivate var json: JSONValue {
    let members = [("code", code), ("title", title), ("detail", detail), ("field", field)]
    return .object(
      Dictionary(
        uniqueKeysWithValues: members.compactMap { name, text in
          text.map { (name, .string($0)) }
        }))
  }
}

extension APIPageError: ShellErrorConvertible {
  /// The error to show to the user; its cause decides the exit status.
  public var shellError: ShellError {
    guard let cause = cause.map(ShellError.init) else {
      return ShellError(code == .endless ? .limit : .unavailable, description)
    }
    return ShellError(
      cause.code, "\(description): \(cause.message)", hint: cause.hint, problems: cause.problems,
      status: cause.status)
  }
}
