/// Decides how long to wait until an ended stream is resumed, and when to give up.
///
/// Only the time that a stream was open counts, not what arrived on it. Otherwise a server that sends one
/// event and closes the stream would be asked forever.
struct StreamPauses {
  /// The shortest and the longest wait, unless the server asks for another.
  static let waits = Duration.milliseconds(100)...Duration.seconds(5)
  /// A stream that was open for this long resets the count.
  static let stable = Duration.seconds(5)
  /// The longest wait that a server can ask for with `retry`.
  static let longestRetry = Duration.seconds(30)
  static let most = 20

  private var wait = Self.waits.lowerBound
  private var retry = Duration.zero
  private var ended = 0

  /// Counts a stream that was open for `time`, and on which the server asked for the wait `retry`.
  ///
  /// Returns how long to wait; nil if too many streams ended early.
  mutating func next(after time: Duration, retry: Duration?) -> Duration? {
    if time >= Self.stable { (wait, ended) = (Self.waits.lowerBound, 0) }
    if let retry { self.retry = min(retry, Self.longestRetry) }
    ended += 1
    guard ended < Self.most else { return nil }
    defer { wait = min(wait * 2, Self.waits.upperBound) }
    return max(wait, self.retry)
  }
}
