public import SeashellKit

/// Why a request for orders failed.
public struct OrdersError: ShellErrorConvertible, Equatable {
  /// The error to show to the user.
  public let shellError: ShellError

  /// Creates the error for a failed request.
  ///
  /// - Parameter id: the id in the request; nil if it was for a list.
  init(_ error: APIError, _ id: Order.ID? = nil) {
    shellError =
      if let id, error.isNotFound {
        ShellError(.notFound, "orders has no '\(id)'", hint: "'orders list' shows them")
      } else {
        error.shellError
      }
  }

  private init(_ shellError: ShellError) {
    self.shellError = shellError
  }

  /// The response can be decoded but makes no sense.
  static func invalid(_ detail: String) -> OrdersError {
    OrdersError(ShellError(.unavailable, "the service sent an invalid response: \(detail)"))
  }
}
