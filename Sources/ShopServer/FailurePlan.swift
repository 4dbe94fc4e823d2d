import Synchronization

/// Decides which requests fail on purpose: evenly spread, so that a rate always gives the same pattern.
final class FailurePlan: Sendable {
  private let rate: Double
  private let count = Atomic<Int>(0)

  /// - Parameter rate: the share that fails, from 0 to 1.
  init(rate: Double) {
    self.rate = min(max(rate, 0), 1)
  }

  /// Returns whether the next request fails: every fourth at a rate of 0.25.
  func failsNext() -> Bool {
    guard rate > 0 else { return false }
    let number = Double(count.wrappingAdd(1, ordering: .relaxed).newValue)
    return (number * rate).rounded(.down) > ((number - 1) * rate).rounded(.down)
  }
}
