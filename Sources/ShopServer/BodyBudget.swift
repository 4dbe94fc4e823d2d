import Synchronization

/// How many bytes may be held of all requests' bodies together, or of all answers' bodies.
final class BodyBudget: Sendable {
  private let rest: Atomic<Int>

  /// - Parameter size: how many bytes there may be.
  init(_ size: Int) {
    rest = Atomic(size)
  }

  /// Takes room for some bytes.
  ///
  /// - Returns: false where there is not so much; none is taken then.
  func take(_ count: Int) -> Bool {
    guard rest.subtract(count, ordering: .relaxed).newValue < 0 else { return true }
    giveBack(count)
    return false
  }

  /// Whether there is room for so many bytes, for tests.
  func isFree(_ count: Int) -> Bool { rest.load(ordering: .relaxed) >= count }

  func giveBack(_ count: Int) {
    rest.add(count, ordering: .relaxed)
  }
}
