/// A change of a service's data, as the service's feed tells of it.
package struct FeedEvent: Sendable, Hashable {
  /// What has changed: the event that a client posts for it.
  package enum Change: Sendable, Hashable {
    case inserted(DataInserted)
    case updated(DataUpdated)
    case deleted(DataDeleted)
    case invalidated(DataInvalidated)
  }

  /// The id under which the feed tells it, the same as a write's `Event-Id`; nil where the feed has
  /// only found that it cannot tell everything.
  package let id: String?

  /// What has changed.
  package let change: Change

  /// Makes the event.
  package init(id: String?, _ change: Change) {
    self.id = id
    self.change = change
  }
}
