/// Why a list's pages could not all be read.
public struct APIPageError: Error {
  /// The kinds of error.
  public enum Code: Sendable {
    /// A page after the first failed; see the cause.
    case failed
    /// The pages do not end.
    case endless
    /// The pages ended before all elements came.
    case incomplete
  }

  /// The kind of error.
  public let code: Code

  /// How many elements came before the error.
  public let count: Int

  /// The error of the page that failed.
  public let cause: (any Error)?

  /// What happened, without the cause: a sentence in lower case, without a full stop.
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
