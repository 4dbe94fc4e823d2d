import Synchronization

/// A bounded set of event ids, which drops the oldest when it is full.
///
/// A client and its event feed share one, so that each event is posted only once.
public final class RecentEventIDs: Sendable {
  private struct State {
    var ids: Set<String> = []
    var order: [String] = []
    var oldest = 0
  }

  /// The maximum length of a stored id, in bytes, since the server chooses the ids.
  public static let maximumLength = 256

  private let state = Mutex(State())
  private let capacity: Int

  /// Creates an empty set.
  ///
  /// - Parameter capacity: the number of ids to keep, at least 1. The default leaves room for a
  ///   burst of other clients' changes between a write's response and its event in the feed.
  public init(capacity: Int = 20_000) {
    self.capacity = max(1, capacity)
  }

  /// Adds an id; drops the oldest one if the set is full.
  ///
  /// Complexity: O(1).
  ///
  /// - Returns: whether the id is new. An id longer than ``maximumLength`` always counts as new.
  @discardableResult
  public func insert(_ id: String) -> Bool {
    guard id.utf8.count <= Self.maximumLength else { return true }
    return state.withLock { state in
      guard state.ids.insert(id).inserted else { return false }
      if state.order.count < capacity {
        state.order.append(id)
      } else {
        state.ids.remove(state.order[state.oldest])
        state.order[state.oldest] = id
        state.oldest = (state.oldest + 1) % capacity
      }
      return true
    }
  }

  /// Removes all ids, for a server that restarts its numbering.
  public func removeAll() {
    state.withLock { $0 = State() }
  }

  /// Returns whether an id was inserted and is still kept.
  ///
  /// Complexity: O(1).
  public func contains(_ id: String) -> Bool {
    state.withLock { $0.ids.contains(id) }
  }
}
