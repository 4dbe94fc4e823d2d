/// The elements of a list that were changed since it was requested, by the user or elsewhere.
struct ElementChanges {
  /// How many ids are kept; after very many changes, not every id is needed.
  private static let capacity = 1000

  /// The ids of the elements changed elsewhere; "" for an unknown id.
  ///
  /// A change by the user whose event arrives before its response counts here until the response arrives.
  private var foreign: Set<String> = []

  /// The ids of the elements that the user has changed, until the events for the changes arrive.
  private var own: Set<String> = []

  var isEmpty: Bool { foreign.isEmpty }

  /// Records the event of a change; returns whether it was already recorded as the user's own.
  @discardableResult
  mutating func record(_ id: String?) -> Bool {
    if let id, own.remove(id) != nil { return true }
    if foreign.count < Self.capacity { foreign.insert(id ?? "") }
    return false
  }

  /// Records a change as the user's own; returns whether its event has already arrived.
  mutating func recordOwn(_ id: String) -> Bool {
    if foreign.remove(id) != nil { return true }
    if own.count < Self.capacity { own.insert(id) }
    return false
  }
}
