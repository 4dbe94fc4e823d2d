public import ShellOutput
public import WebAPI

extension APIPageError: ShellErrorConvertible {
  /// The error as the shell tells it; where a page did not come, its cause decides the status.
  public var shellError: ShellError {
    guard let cause = cause.map(ShellError.init) else {
      return ShellError(code == .endless ? .limit : .unavailable, description)
    }
    return ShellError(
      cause.code, "\(description): \(cause.message)", hint: cause.hint, problems: cause.problems,
      status: cause.status)
  }
}
