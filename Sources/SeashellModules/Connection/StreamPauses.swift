/// Decides how long to wait until a stream that ended is resumed, and when to give up.
///
/// Only how long a stream was open counts, whatever came on it: a server that sends an event and closes
/// the stream would otherwise be asked again without end.
struct StreamPauses {
  /// The first and the longest wait, if the server asks for no other.
  static let waits = Duration.milliseconds(100)...Duration.seconds(5)
  /// A stream that was open for this long is as good as one that never ended.
  static let stable = Duration.seconds(5)
  /// The longest wait that a server can ask for with `retry`.
  static let longestRetry = Duration.seconds(30)
  /// How many streams in a row may end early.
  static let most = 20

  private var wait = Self.waits.lowerBound
  private var retry = Duration.zero
  private var ended = 0

  /// Counts a stream that ended.
  ///
  /// - Parameters:
  ///   - time: how long it was open.
  ///   - retry: the wait that the server asked for on it; nil if it did not.
  /// - Returns: how long to wait; nil if too many ended early.
  mutating func next(after time: Duration, retry: Duration?) -> Duration? {
    if time >= Self.stable { (wait, ended) = (Self.waits.lowerBound, 0) }
    if let retry { self.retry = min(retry, Self.longestRetry) }
    ended += 1
    guard ended < Self.most else { return nil }
    defer { wait = min(wait * 2, Self.waits.upperBound) }
    return max(wait, self.retry)
  }
}
