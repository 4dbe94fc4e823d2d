public import SeashellKit

/// Why a request for orders failed.
public enum OrdersError: Error, Equatable {
  /// None of the orders has the id.
  case notFound(Order.ID)

  /// The response can be decoded but makes no sense.
  case unreadable(String)

  /// The request failed for another reason.
  case request(APIError)

  /// Creates the error for a failed request.
  ///
  /// - Parameter id: the id in the request; nil if it was for a list.
  init(_ error: APIError, _ id: Order.ID? = nil) {
    self = if error.isNotFound, let id { .notFound(id) } else { .request(error) }
  }
}
