public import ShellOutput
public import WebAPI

extension QueueError: ShellErrorConvertible {
  /// The error to show to the user; its code decides the exit status.
  public var shellError: ShellError { ShellError(shellCode, message, hint: hint) }

  private var shellCode: ShellError.Code {
    switch code {
    case .unsafe: .usage
    case .notFound: .notFound
    case .storage: .failed
    case .full: .limit
    }
  }
}
