import Glibc

/// The time since a fixed moment in the past, in nanoseconds.
///
/// Setting the system's clock does not change it.
package enum MonotonicTime {
  /// Reads the time to within a few milliseconds: cheap enough to call in a loop.
  package static func coarse() -> Int64 { read(CLOCK_MONOTONIC_COARSE) }

  /// Reads the time exactly.
  package static func precise() -> Int64 { read(CLOCK_MONOTONIC) }

  /// Blocks the thread for some milliseconds, whatever signals arrive meanwhile.
  package static func sleep(for milliseconds: Int32) {
    let end = precise() + Int64(milliseconds) * 1_000_000
    while case let left = end - precise(), left > 0 {
      poll(nil, 0, Int32(clamping: (left + 999_999) / 1_000_000))
    }
  }

  private static func read(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
