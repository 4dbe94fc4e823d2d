public import SeashellKit

/// Why products could not be had.
public struct ProductsError: ShellErrorConvertible, Equatable {
  /// The reasons that callers tell apart.
  public enum Code: Sendable {
    /// There is no such product.
    case notFound
    /// The shop sent what is no product.
    case unreadable
    /// There is no list to go on with.
    case notListed
    /// The request failed, for a reason that the client gives.
    case request
  }

  /// The reason.
  public let code: Code

  /// The error as the shell tells it.
  public let shellError: ShellError

  init(_ code: Code, _ shellError: ShellError) {
    self.code = code
    self.shellError = shellError
  }

  /// Tells why a request failed.
  ///
  /// - Parameter id: the product that was asked for, where it was one.
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
      .unreadable, ShellError(.unavailable, "the shop's answer cannot be understood: \(detail)"))
  }

  static func notListed(hint: String) -> ProductsError {
    ProductsError(.notListed, ShellError(.usage, "there is no list to go on with", hint: hint))
  }
}
