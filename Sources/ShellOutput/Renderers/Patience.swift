import CoreLoop
import CoreSystem

/// Waits a moment for more records of a source, so that they decide with the first ones how a table looks.
///
/// The time begins when the loop would wait. A source that is not slow is never cut short.
@MainActor
final class Patience: WaitPreparing {
  /// 100 ms.
  private static let duration: Int64 = 100_000_000

  private let timer: LoopTimer
  private var isRegistered = false

  /// - Parameter end: shows the records so far.
  init(_ end: @escaping @MainActor @Sendable () -> Void) {
    timer = LoopTimer(end)
  }

  func begin() {
    if !isRegistered { MainLoop.shared.callBeforeWaiting(self) }
    isRegistered = true
  }

  /// Ends it, since nothing is left to show.
  func end() { timer.deadline = nil }

  func prepareForWait() {
    isRegistered = false
    if timer.deadline == nil { timer.deadline = MonotonicTime.precise() + Self.duration }
  }
}
