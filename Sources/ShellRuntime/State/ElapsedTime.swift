import CoreSystem

/// Formats durations for `time`.
enum ElapsedTime {
  /// Formats the time since a moment of ``MonotonicTime``.
  static func text(since start: Int64) -> String {
    text(microseconds: (MonotonicTime.precise() - start + 500) / 1_000)
  }

  /// Formats a duration: `0.84 ms`, `1.250 s`.
  static func text(microseconds: Int64) -> String {
    microseconds < 1_000_000
      ? "\(microseconds / 1_000).\(padded(microseconds % 1_000 / 10, 2)) ms"
      : "\(microseconds / 1_000_000).\(padded(microseconds % 1_000_000 / 1_000, 3)) s"
  }

  private static func padded(_ number: Int64, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
