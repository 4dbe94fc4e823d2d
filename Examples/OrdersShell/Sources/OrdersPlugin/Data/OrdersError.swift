import SeashellKit

/// Why a request for orders failed.
enum OrdersError: Error, Equatable {
  /// There is no order with the id.
  case notFound(OrderID)

  /// The response can be decoded but makes no sense.
  case unreadable(String)

  /// The request failed for another reason.
  case request(APIError)

  /// Creates the error of a failed request.
  ///
  /// - Parameter order: the order in the request; nil if it was for a list.
  init(_ error: APIError, of order: OrderID? = nil) {
    self = if error.isNotFound, let order { .notFound(order) } else { .request(error) }
  }
}
