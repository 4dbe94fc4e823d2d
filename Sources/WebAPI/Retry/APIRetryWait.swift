/// A wait before a request is sent again.
public struct APIRetryWait: Sendable, Equatable {
  /// How long it is.
  public let duration: Duration

  /// The request's method and path, such as `GET products/p-1`.
  public let request: String

  /// Why it has to be sent again, in a few words that start small and have no full stop.
  public let reason: String

  /// Makes a wait.
  public init(_ duration: Duration, request: String, reason: String) {
    self.duration = duration
    self.request = request
    self.reason = reason
  }
}
