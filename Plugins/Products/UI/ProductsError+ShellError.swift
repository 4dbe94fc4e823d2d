public import SeashellKit

extension ProductsError: ShellErrorConvertible {
  /// The error to show to the user.
  public var shellError: ShellError {
    switch self {
    case .notFound(let id):
      ShellError(.notFound, "no product is called '\(id)'", hint: "'products list' shows them")
    case .unreadable(let detail):
      ShellError(.unavailable, "the shop sent an invalid response: \(detail)")
    case .request(let error): error.shellError
    }
  }
}
