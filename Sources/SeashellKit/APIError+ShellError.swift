import CoreJSON
public import ShellOutput
public import WebAPI

extension APIError: ShellErrorConvertible {
  /// The error to show to the user; its code decides the exit status.
  public var shellError: ShellError {
    ShellError(shellCode, description, hint: hint, problems: problems.map(\.json), body: body)
  }

  private var shellCode: ShellError.Code {
    switch code {
    case .unconnected: .unconnected
    case .unavailable: isNotFound ? .notFound : .unavailable
    case .unprocessable: status == 410 ? .notFound : .invalid
    case .unauthorized: .unauthorized
    case .forbidden: .forbidden
    case .limit: .limit
    case .invalid: fields.isEmpty ? .failed : .usage
    }
  }

  private var hint: String? {
    // Only an authorizer knows how the user signs in.
    if code == .unauthorized { return remedy }
    if code == .forbidden, let remedy { return remedy }
    if isUnreadable, !mayHaveBeenApplied { return formatHint }
    if isNotFound, isCollection { return Self.addressHint }
    return recoverySuggestion
  }

  private var formatHint: String {
    switch mismatch {
    case .notJSON: Self.addressHint
    case .format(let format): "set format: '\(format.rawValue)' for the environment in config.json"
    case .keys(let keys): "set keys: '\(keys.rawValue)' for the environment in config.json"
    case .pages: "'paging' of the API says how; see 'help paging'"
    case .field, nil: "check 'format' and 'keys' of the environment in config.json"
    }
  }

  private static let addressHint =
    "check 'baseURL' and 'version' of the environment in config.json"

  /// Whether the requested path has one part, such as `products`, and so names no id.
  private var isCollection: Bool {
    request.map { !$0.contains("/") } ?? false
  }
}

extension APIProblem {
  /// The problem as JSON, without the members that the server left out.
  fileprivate var json: JSONValue {
    let members = [("code", code), ("detail", detail), ("field", field), ("title", title)]
    return .object(
      JSONObject(members.compactMap { name, text in text.map { (key: name, value: .string($0)) } }))
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
      body: cause.body, status: cause.status)
  }
}

/// Matches an error of a code, as in `catch APIError.notFound`.
///
/// A type's own operators are not re-exported with it. A file that imports WebAPI itself gets that module's
/// operator.
///
/// - Parameters:
///   - code: the code.
///   - error: an error of any kind.
/// - Returns: whether the error is an ``WebAPI/APIError`` of the code.
@_disfavoredOverload
public func ~= (code: APIError.Code, error: any Error) -> Bool {
  (error as? APIError)?.code == code
}
