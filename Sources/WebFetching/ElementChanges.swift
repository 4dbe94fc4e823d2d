/// The elements of a list that were changed since it was requested: elsewhere, or by the user.
struct ElementChanges {
  /// The most ids that are kept; of very many changes, not every id is needed.
  private static let capacity = 1000

  /// The ids of the elements that others have changed; "" if the id is not known.
  ///
  /// They include the user's own changes whose event arrives before the response, until it arrives.
  private var foreign: Set<String> = []

  /// The ids of the elements that the user has changed, until the events of the changes arrive.
  private var own: Set<String> = []

  var isEmpty: Bool { foreign.isEmpty }

  /// Records the event of a change; returns whether the change was recorded as the user's own before.
  @discardableResult
  mutating func record(_ id: String?) -> Bool {
    if let id, own.remove(id) != nil { return true }
    if foreign.count < Self.capacity { foreign.insert(id ?? "") }
    return false
  }

  /// Records a change as the user's own; returns whether its event has arrived before.
  mutating func recordOwn(_ id: String) -> Bool {
    if foreign.remove(id) != nil { return true }
    if own.count < Self.capacity { own.insert(id) }
    return false
  }
}
