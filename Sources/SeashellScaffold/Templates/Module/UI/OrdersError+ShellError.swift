public import SeashellKit

extension OrdersError: ShellErrorConvertible {
  /// The error to show to the user.
  public var shellError: ShellError {
    switch self {
    case .notFound(let id):
      ShellError(.notFound, "orders has no '\(id)'", hint: "'orders list' shows them")
    case .unreadable(let detail):
      ShellError(.unavailable, "the service sent an invalid response: \(detail)")
    case .request(let error): error.shellError
    }
  }
}
