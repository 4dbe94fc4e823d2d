import CoreSystem

/// A timer of the loop with one deadline, cheap enough to move for each byte that arrives.
///
/// Postponing the deadline costs nothing: the timer wakes at the earlier time and waits again.
@MainActor
package final class LoopTimer {
  private let fire: @MainActor @Sendable () -> Void
  /// The time at which the loop will wake the timer, and the loop's number for it.
  private var armed: (time: Int64, number: UInt64)?

  /// Creates a timer.
  ///
  /// - Parameter fire: called when the deadline has passed; `deadline` is then nil and may be set again.
  package init(_ fire: @escaping @MainActor @Sendable () -> Void) {
    self.fire = fire
  }

  /// The time at which it fires, on the clock of `MonotonicTime`; nil if it is not set.
  package var deadline: Int64? {
    didSet { arm() }
  }

  private func arm() {
    guard let deadline else { return }
    if let armed {
      guard deadline < armed.time else { return }
      MainLoop.shared.removeTimer(armed.number)
    }
    let number = MainLoop.shared.add(
      .block { [weak self] in self?.wake() }, at: deadline)
    armed = (deadline, number)
  }

  private func wake() {
    armed = nil
    guard let deadline else { return }
    if deadline > MonotonicTime.precise() { return arm() }
    self.deadline = nil
    fire()
  }

  isolated deinit {
    if let armed { MainLoop.shared.removeTimer(armed.number) }
  }
}
