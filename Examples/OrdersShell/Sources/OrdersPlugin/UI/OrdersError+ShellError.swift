import SeashellKit

extension OrdersError: ShellErrorConvertible {
  /// The error to show to the user.
  var shellError: ShellError {
    switch self {
    case .notFound(let order):
      ShellError(
        .notFound, "there is no order '\(order.parameterText)'",
        hint: "'orders list' shows the orders")
    case .unreadable(let detail):
      ShellError(.unavailable, "the service sent an invalid response: \(detail)")
    case .request(let error): error.shellError
    }
  }
}
