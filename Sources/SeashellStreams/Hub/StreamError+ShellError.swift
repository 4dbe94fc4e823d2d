import ShellOutput

extension StreamError: ShellErrorConvertible {
  /// The error to show to the user; its code decides the exit status.
  var shellError: ShellError { ShellError(shellCode, message, hint: hint) }

  private var shellCode: ShellError.Code {
    switch code {
    case .unreachable, .lost: .unconnected
    case .denied, .closed: .forbidden
    case .notFound: .notFound
    case .full, .conflict, .failed: .failed
    }
  }

  private var hint: String? {
    switch code {
    case .unreachable, .lost: "check 'url' of 'events' in config.json, and whether the server runs"
    case .denied, .closed:
      "check 'credentials' of 'events' in config.json, and the user's permissions"
    case .notFound: "check 'stream' of 'events' in config.json, or create it on the server"
    case .full: "remove messages, or raise the limits of the stream or its server"
    case .conflict: "try again: another process has changed it meanwhile"
    case .failed: nil
    }
  }
}
