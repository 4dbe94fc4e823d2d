/// Measures a module's output over ten seconds.
struct OutputRate {
  /// The maximum average in bytes a second.
  let limit: Int

  private var bytes = [Int](repeating: 0, count: 10)
  private var second: Int64 = 0

  init(limit: Int) {
    self.limit = limit
  }

  /// Counts bytes; returns whether the last ten seconds exceeded the limit.
  ///
  /// `time` is in nanoseconds, and never goes back.
  mutating func add(_ count: Int, at time: Int64) -> Bool {
    let now = time / 1_000_000_000
    for passed in max(second + 1, now - 9)...max(second + 1, now) where passed <= now {
      bytes[Int(passed % 10)] = 0
    }
    second = now
    bytes[Int(now % 10)] += count
    return bytes.reduce(0, +) > limit * 10
  }
}
