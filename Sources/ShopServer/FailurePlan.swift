import Synchronization

/// Says which requests fail on purpose: evenly spread, so that the same rate gives the same pattern.
final class FailurePlan: Sendable {
  private let rate: Double
  private let count = Atomic<Int>(0)

  /// - Parameter rate: the part that fails, 0 to 1.
  init(rate: Double) {
    self.rate = min(max(rate, 0), 1)
  }

  /// Whether the request at hand is one of them: of a rate of 0.25, every fourth.
  func next() -> Bool {
    guard rate > 0 else { return false }
    let number = Double(count.wrappingAdd(1, ordering: .relaxed).newValue)
    return (number * rate).rounded(.down) > ((number - 1) * rate).rounded(.down)
  }
}
