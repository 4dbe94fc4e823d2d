import CoreSystem

/// A timer of the loop with one deadline, which may be moved as often as bytes arrive.
///
/// Moving the deadline back costs nothing: the timer wakes at the earlier time and waits on.
@MainActor
package final class LoopTimer {
  private let fire: @MainActor @Sendable () -> Void
  /// When the loop wakes the timer, and under which number.
  private var armed: (time: Int64, number: UInt64)?

  /// Creates a timer.
  ///
  /// - Parameter fire: called once the deadline has passed, which is nil then; the caller may set the next.
  package init(_ fire: @escaping @MainActor @Sendable () -> Void) {
    self.fire = fire
  }

  /// The time of `MonotonicTime` at which it fires; nil if it does not.
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
