import Synchronization

/// Remembers the ids of the last events that a client has posted itself, so that a server's feed
/// does not post them a second time.
public final class AnnouncedEvents: Sendable {
  private struct State {
    var ids: Set<String> = []
    var order: [String] = []
    var oldest = 0
  }

  private let state = Mutex(State())
  private let capacity: Int

  /// Makes a memory.
  ///
  /// - Parameter capacity: how many ids are kept; at least one.
  public init(capacity: Int = 1_000) {
    self.capacity = max(1, capacity)
  }

  /// Remembers an id, and forgets the oldest one where there is no room.
  ///
  /// Complexity: O(1).
  public func remember(_ id: String) {
    state.withLock { state in
      guard state.ids.insert(id).inserted else { return }
      if state.order.count < capacity {
        state.order.append(id)
      } else {
        state.ids.remove(state.order[state.oldest])
        state.order[state.oldest] = id
        state.oldest = (state.oldest + 1) % capacity
      }
    }
  }

  /// Whether an event has been posted by the client already.
  ///
  /// Complexity: O(1).
  public func wasAnnounced(_ id: String) -> Bool {
    state.withLock { $0.ids.contains(id) }
  }
}
