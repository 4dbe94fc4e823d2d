import Synchronization

/// Those who follow the shop's events, so that all are woken when there is something to tell.
final class EventFollowers: Sendable {
  /// How many there may be at once.
  static let most = 256

  private struct State {
    var signals: [Int: EventSignal] = [:]
    var next = 0
    var isOver = false
  }

  private let state = Mutex(State())

  /// Whether nobody follows.
  var isEmpty: Bool { state.withLock { $0.signals.isEmpty } }

  /// Takes another one up; ``leave(_:)`` ends it.
  ///
  /// - Returns: nil where there are too many, or where nobody may follow any more.
  func join() -> EventSignal? {
    state.withLock { state in
      guard !state.isOver, state.signals.count < Self.most else { return nil }
      state.next += 1
      let signal = EventSignal(id: state.next)
      state.signals[signal.id] = signal
      return signal
    }
  }

  func leave(_ signal: EventSignal) {
    state.withLock { $0.signals[signal.id] = nil }
  }

  /// Tells all that there is something new, or that time has passed without.
  func tell(_ sign: EventSignal.Sign) {
    for signal in state.withLock({ Array($0.signals.values) }) { signal.give(sign) }
  }

  /// Tells all that it is over, for good.
  func end() {
    state.withLock { $0.isOver = true }
    tell(.over)
  }
}
