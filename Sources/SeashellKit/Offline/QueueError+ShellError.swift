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

extension QueuedWrite {
  /// The hint of an error about a queued write: the command that discards it.
  ///
  /// - Parameter id: the write's name: `q-3`.
  public static func dropHint(_ id: String) -> String { "'queue drop \(id)' discards it" }
}
