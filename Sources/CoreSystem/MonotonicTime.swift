import Glibc

/// The time since some moment in the past, which no change of the clock disturbs.
package enum MonotonicTime {
  /// In nanoseconds, exact to a few milliseconds: cheap enough to read in a loop.
  package static func coarse() -> Int64 { read(CLOCK_MONOTONIC_COARSE) }

  /// In nanoseconds.
  package static func precise() -> Int64 { read(CLOCK_MONOTONIC) }

  private static func read(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
