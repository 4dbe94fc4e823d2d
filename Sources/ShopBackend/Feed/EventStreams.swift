import CoreLoop
import Synchronization

/// The open event streams, which are woken when there is an event.
///
/// When there are too many, the one that has not asked for events for the longest time ends. So a client
/// that does not read cannot keep others out, and a client that reads can reconnect and continue.
final class EventStreams: Sendable {
  static let capacity = 256

  private struct State {
    var signals: [Int: EventSignal] = [:]
    /// The value of `count` when each stream last asked for events.
    var askedAt: [Int: Int] = [:]
    var count = 0
    var isEnded = false
  }

  private let state = Mutex(State())

  var isEmpty: Bool { state.withLock { $0.signals.isEmpty } }

  /// Adds a stream, and returns its signal; nil after ``end()``.
  func join() -> EventSignal? {
    let (joined, idlest) = state.withLock { state -> (EventSignal?, EventSignal?) in
      guard !state.isEnded else { return (nil, nil) }
      var idlest: EventSignal?
      if state.signals.count >= Self.capacity,
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
    idlest?.send(.end)
    return joined
  }

  func touch(_ signal: EventSignal) {
    state.withLock { state in
      guard state.askedAt[signal.id] != nil else { return }
      state.count += 1
      state.askedAt[signal.id] = state.count
    }
  }

  func leave(_ signal: EventSignal) {
    state.withLock { ($0.signals[signal.id], $0.askedAt[signal.id]) = (nil, nil) }
  }

  func notify(_ value: EventSignal.Value) {
    for signal in state.withLock({ Array($0.signals.values) }) { signal.send(value) }
  }

  /// Ends all streams; no others can join later.
  func end() {
    state.withLock { $0.isEnded = true }
    notify(.end)
  }
}

final class EventSignal: Sendable {
  enum Value {
    case events
    case noEvents
    /// There were no events for so long that a keep-alive comment is due.
    case keepAlive
    case end
  }

  /// The number of polls without an event before a keep-alive: 15 seconds.
  static let quietPolls = 60

  private struct State {
    var hasEvents = false
    var isEnded = false
    var polls = 0
    var waiting: Waiter<Value, any Error>?
  }

  let id: Int
  private let state = Mutex(State())

  init(id: Int) {
    self.id = id
  }

  /// Sends a value, which is kept until the stream waits for it.
  func send(_ value: Value) {
    let (waiting, taken) = state.withLock { state -> (Waiter<Value, any Error>?, Value) in
      switch value {
      case .events: state.hasEvents = true
      case .end: state.isEnded = true
      case .noEvents, .keepAlive: state.polls += 1
      }
      guard state.waiting != nil, let taken = Self.take(from: &state) else { return (nil, value) }
      return (state.waiting.take(), taken)
    }
    waiting?.settle(.success(taken))
  }

  /// Waits for a value, for one caller at a time; throws as soon as the task is cancelled.
  func wait() async throws -> Value {
    let waiter = Waiter<Value, any Error>()
    let value = state.withLock { state -> Value? in
      state.polls = 0
      if let value = Self.take(from: &state) { return value }
      state.waiting = waiter
      return nil
    }
    return if let value { value } else { try await waiter.valueUnlessCancelled() }
  }

  private static func take(from state: inout State) -> Value? {
    if state.isEnded { return .end }
    if state.hasEvents {
      state.hasEvents = false
      return .events
    }
    return state.polls >= quietPolls ? .keepAlive : nil
  }
}
