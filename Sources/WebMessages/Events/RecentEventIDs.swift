import Synchronization

/// A bounded set of event ids, which drops the oldest when it is full.
///
/// A client and its server's feed share one, so that only the first of the two posts an event.
public final class RecentEventIDs: Sendable {
  private struct State {
    var ids: Set<String> = []
    var order: [String] = []
    var oldest = 0
  }

  /// The longest id that is kept, in bytes.
  ///
  /// The server chooses the ids, so they are not trusted.
  public static let maximumLength = 256

  private let state = Mutex(State())
  private let capacity: Int

  /// Creates an empty set.
  ///
  /// - Parameter capacity: how many ids to keep, at least one. The default outlasts a burst of
  ///   other clients' changes between the response to a write and the feed's report of it.
  public init(capacity: Int = 20_000) {
    self.capacity = max(1, capacity)
  }

  /// Adds an id; drops the oldest one if the set is full.
  ///
  /// Complexity: O(1).
  ///
  /// - Returns: whether the id is new. An id longer than ``maximumLength`` is never kept and always
  ///   new.
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

  /// Removes all ids, for when the server's history restarts and its ids may be used again.
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
