/// Why a list could not be read to its end.
public struct APIPageError: Error {
  /// The kinds of error.
  public enum Code: Sendable {
    /// The request for a page failed; see the cause.
    case failed
    /// The pages do not end.
    case endless
    /// The last page was read, but the server counts more elements.
    case incomplete
  }

  /// The kind of error.
  public let code: Code

  /// How many elements were received before the error.
  public let count: Int

  /// The error of the page that failed.
  public let cause: (any Error)?

  /// What happened, without the cause, in lower case and without a full stop.
  public let description: String

  static func failed(
    _ elements: String, after count: Int, _ cause: any Error
  ) -> APIPageError {
    APIPageError(
      code: .failed, count: count, cause: cause,
      description: "only the first \(count) \(elements) came")
  }

  static func endless(_ elements: String, after count: Int, _ detail: String) -> APIPageError {
    APIPageError(
      code: .endless, count: count, cause: nil,
      description: "the pages do not end: after \(count) \(elements) \(detail)")
  }

  static func incomplete(_ elements: String, _ count: Int, of total: Int) -> APIPageError {
    APIPageError(
      code: .incomplete, count: count, cause: nil,
      description: "the server counts \(total) \(elements) and gave only \(count)")
  }
}

extension APIPageError: CustomStringConvertible {}
