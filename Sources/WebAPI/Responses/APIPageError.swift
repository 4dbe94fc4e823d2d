/// Why the pages of a list did not all come.
public struct APIPageError: Error {
  /// The reasons that callers tell apart.
  public enum Code: Sendable {
    /// A page after the first did not come; the cause says why.
    case failed
    /// The pages do not come to an end.
    case endless
    /// The pages end before all elements came.
    case incomplete
  }

  /// The reason.
  public let code: Code

  /// How many elements had come.
  public let count: Int

  /// Why a page did not come; nil where the pages came and are at fault.
  public let cause: (any Error)?

  /// What happened, in a sentence that starts small and has no full stop; not what the cause says.
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
