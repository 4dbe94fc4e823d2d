public import SeashellKit

/// Why a request for products failed.
public enum ProductsError: Error, Equatable {
  /// The shop has no product with the id.
  case notFound(String)

  /// The shop's response is not a valid product.
  case unreadable(String)

  /// The request failed for another reason.
  case request(APIError)

  /// Creates the error for a failed request.
  ///
  /// - Parameter id: the requested product; nil if the request was for a list.
  init(_ error: APIError, product id: String?) {
    self = if error.isNotFound, let id { .notFound(id) } else { .request(error) }
  }
}
