import Synchronization

/// Those who follow the shop's events, so that all are woken when there is something to tell.
///
/// When there are too many, the one who has not asked for news for the longest time makes room for the
/// next: his stream ends. Whoever only holds a place so cannot keep others out, and whoever listens
/// may follow again, from where he was.
final class EventFollowers: Sendable {
  /// How many there may be at once.
  static let most = 256

  private struct State {
    var signals: [Int: EventSignal] = [:]
    /// When each has asked for news, as a count that only grows.
    var askedAt: [Int: Int] = [:]
    var count = 0
    var isOver = false
  }

  private let state = Mutex(State())

  /// Whether nobody follows.
  var isEmpty: Bool { state.withLock { $0.signals.isEmpty } }

  /// Takes another one up; ``leave(_:)`` ends it.
  ///
  /// - Returns: nil where nobody may follow any more.
  func join() -> EventSignal? {
    let (joined, idlest) = state.withLock { state -> (EventSignal?, EventSignal?) in
      guard !state.isOver else { return (nil, nil) }
      var idlest: EventSignal?
      if state.signals.count >= Self.most,
        let id = state.askedAt.min(by: { $0.value < $1.value })?.key
      {
        idlest = state.signals.removeValue(forKey: id)
        state.askedAt[id] = nil
      }
      state.count += 1
      let signal = EventSignal(id: state.count)
      (state.signals[signal.id], state.askedAt[signal.id]) = (signal, state.count)
      return (signal, idlest)
    }
    idlest?.give(.over)
    return joined
  }

  /// Notes that one has read all that he was told, and asks for news.
  func asks(_ signal: EventSignal) {
    state.withLock { state in
      guard state.askedAt[signal.id] != nil else { return }
      state.count += 1
      state.askedAt[signal.id] = state.count
    }
  }

  func leave(_ signal: EventSignal) {
    state.withLock { ($0.signals[signal.id], $0.askedAt[signal.id]) = (nil, nil) }
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
