public import ShellOutput

/// The reason a record could not be read, if it is not an `APIError`.
public enum RecordError: Error, Equatable {
  /// The service has no record of a kind, such as `order`, with an id.
  case notFound(_ kind: String, _ id: String)

  /// The response can be decoded, but has invalid content; a few words say what is wrong.
  case unreadable(String)
}

extension RecordError: ShellErrorConvertible {
  /// The error to show to the user.
  ///
  /// The shell adds the command that lists such records.
  public var shellError: ShellError {
    switch self {
    case .notFound(let kind, let id): ShellError(.notFound, "no \(kind) has the id '\(id)'")
    case .unreadable(let detail):
      ShellError(.unavailable, "the server sent an invalid response: \(detail)")
    }
  }
}
