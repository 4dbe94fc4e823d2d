import Synchronization

/// Remembers the ids of the last events that were posted on a server's behalf, so that a client and
/// the server's feed do not both post one.
public final class AnnouncedEvents: Sendable {
  private struct State {
    var ids: Set<String> = []
    var order: [String] = []
    var oldest = 0
  }

  private let state = Mutex(State())
  private let capacity: Int

  /// How many bytes an id that is remembered has at most, since the server chooses it.
  public static let longestID = 256

  /// Makes a memory.
  ///
  /// - Parameter capacity: how many ids are kept; at least one. As it is, there is room for a storm
  ///   of others' changes between the answer to a write and the feed's telling of it.
  public init(capacity: Int = 20_000) {
    self.capacity = max(1, capacity)
  }

  /// Remembers an id, and forgets the oldest one where there is no room.
  ///
  /// Complexity: O(1).
  ///
  /// - Returns: whether it is new, so that the event is the caller's to post; one that is too long to
  ///   be remembered always is.
  @discardableResult
  public func remember(_ id: String) -> Bool {
    guard id.utf8.count <= Self.longestID else { return true }
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

  /// Forgets all ids: the server's history has begun anew, and may give them to other events.
  public func forget() {
    state.withLock { $0 = State() }
  }

  /// Whether an event has been posted already.
  ///
  /// Complexity: O(1).
  public func wasAnnounced(_ id: String) -> Bool {
    state.withLock { $0.ids.contains(id) }
  }
}
