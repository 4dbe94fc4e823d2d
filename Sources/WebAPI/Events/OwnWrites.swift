import Synchronization
package import WebMessages

/// The user's own writes whose changes the server's feed has still to report.
///
/// Most responses name the event of the change, and ``WebMessages/RecentEventIDs`` recognizes it. This is for the
/// others: a write under way, one whose response was never received, and a server without such names.
package final class OwnWrites: Sendable {
  private struct Write {
    let number: Int
    let change: DataChange
    /// When the write stops being expected; nil while it is under way.
    let end: Duration?
  }

  /// How long after a write the feed may report it.
  static let patience = Duration.seconds(60)
  private static let limit = 100

  private let now: @Sendable () -> Duration
  private let state = Mutex<(writes: [Write], last: Int)>(([], 0))

  /// Creates an empty list.
  package init(clock: any Clock<Duration> = ContinuousClock()) {
    now = APIRetrySettings.stopwatch(clock)
  }

  /// Adds a write, with the change that it makes; returns its number.
  func begin(_ change: DataChange) -> Int {
    state.withLock { state in
      state.last += 1
      if state.writes.count == Self.limit { state.writes.removeFirst() }
      state.writes.append(Write(number: state.last, change: change, end: nil))
      return state.last
    }
  }

  /// Ends a write; nil as the change means that the feed will report none, or one that is recognized by its id.
  func end(_ number: Int, _ change: DataChange?) {
    let end = now() + Self.patience
    state.withLock { state in
      guard let index = state.writes.firstIndex(where: { $0.number == number }) else { return }
      if let change {
        state.writes[index] = Write(number: number, change: change, end: end)
      } else {
        state.writes.remove(at: index)
      }
    }
  }

  /// Returns whether a change that the feed reports is one of these writes, which is then removed.
  package func take(_ change: DataChange) -> Bool {
    let now = now()
    return state.withLock { state in
      state.writes.removeAll { ($0.end ?? now) < now }
      guard let index = state.writes.firstIndex(where: { $0.change.isSame(as: change) }) else {
        return false
      }
      state.writes.remove(at: index)
      return true
    }
  }
}

extension DataChange {
  /// Whether two changes are of one kind and one resource, and of one element if both name it.
  fileprivate func isSame(as other: DataChange) -> Bool {
    kind == other.kind && resource == other.resource
      && (id == other.id || id == nil || other.id == nil)
  }
}
