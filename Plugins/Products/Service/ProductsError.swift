public import SeashellKit

/// Why products could not be had.
public struct ProductsError: ShellErrorConvertible, Equatable {
  /// The reasons that callers tell apart.
  public enum Code: Sendable {
    /// There is no such product.
    case notFound
    /// The shop sent what is no product.
    case unreadable
    /// The shop's pages do not come to an end.
    case endless
    /// The shop's pages end before all products came.
    case incomplete
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

  static func endless(after count: Int, _ detail: String) -> ProductsError {
    ProductsError(
      .endless, ShellError(.limit, "the shop's pages do not end: after \(count) products \(detail)")
    )
  }

  static func incomplete(_ count: Int, of total: Int) -> ProductsError {
    ProductsError(
      .incomplete,
      ShellError(.unavailable, "the shop counts \(total) products and gave only \(count)"))
  }

  static func notListed(hint: String) -> ProductsError {
    ProductsError(.notListed, ShellError(.usage, "there is no list to go on with", hint: hint))
  }

  /// The error, with how much had come before it.
  func after(_ count: Int) -> ProductsError {
    ProductsError(
      code,
      ShellError(
        shellError.code, "only the first \(count) products came: \(shellError.message)",
        hint: shellError.hint, status: shellError.status))
  }
}
