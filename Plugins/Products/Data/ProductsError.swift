public import SeashellKit

/// Why a request for products failed.
public struct ProductsError: ShellErrorConvertible, Equatable {
  /// The kinds of errors that callers distinguish.
  public enum Code: Sendable {
    /// The shop has no such product.
    case notFound
    /// The shop's response is not a valid product.
    case unreadable
    /// The request failed for another reason.
    case request
  }

  /// The kind of error.
  public let code: Code

  /// The error to show to the user.
  public let shellError: ShellError

  init(_ code: Code, _ shellError: ShellError) {
    self.code = code
    self.shellError = shellError
  }

  /// Creates the error for a failed request.
  ///
  /// - Parameter id: the requested product; nil if the request was for a list.
  init(_ error: APIError, product id: String?) {
    guard error.isNotFound, let id else {
      self.init(.request, error.shellError)
      return
    }
    self.init(
      .notFound,
      ShellError(.notFound, "no product is called '\(id)'", hint: "'products list' shows them"))
  }

  static func unreadable(_ detail: String) -> ProductsError {
    ProductsError(
      .unreadable, ShellError(.unavailable, "the shop sent an invalid response: \(detail)"))
  }
}
