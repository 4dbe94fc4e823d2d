import SeashellKit

/// Why a request for orders failed.
struct OrdersError: ShellErrorConvertible, Equatable {
  let shellError: ShellError

  private init(_ shellError: ShellError) {
    self.shellError = shellError
  }

  /// Creates the error of a failed request.
  ///
  /// - Parameter order: the order in the request; nil if it was for a list.
  init(_ error: APIError, of order: OrderID? = nil) {
    guard error.isNotFound, let id = order?.parameterText else {
      self.init(error.shellError)
      return
    }
    self.init(
      ShellError(.notFound, "there is no order '\(id)'", hint: "'orders list' shows the orders"))
  }

  static func unreadable(_ detail: String) -> OrdersError {
    OrdersError(ShellError(.unavailable, "the service sent an invalid response: \(detail)"))
  }
}
