/// What happens to an event that is posted to a full mailbox.
public enum OverflowPolicy: Sendable {
  /// The mailbox drops its oldest event. The next batch contains the number of dropped events.
  case dropOldest

  /// ``EventBus/postWaiting(_:)`` suspends the publisher until the mailbox has room.
  ///
  /// ``EventBus/post(_:)`` cannot wait. It does not deliver the event to the full mailbox, and calls the
  /// bus's failure handler with an ``EventOverflow``.
  case backPressure
}

/// The error that the bus's failure handler gets when a full queue rejects an event.
public struct EventOverflow: Error, Hashable, CustomStringConvertible {
  /// The kinds of queue that can be full.
  public enum Place: String, Sendable {
    /// A mailbox with ``OverflowPolicy/backPressure``.
    case mailbox
    /// The queue of events that other threads have posted for handlers on the main actor.
    case mainActor
    /// The queue of events that handlers have posted during one delivery.
    case handlers
  }

  /// The queue that was full.
  public let place: Place

  /// How many events the queue holds.
  public let capacity: Int

  /// Which queue was full, and what to do about it.
  public var description: String {
    switch place {
    case .mailbox:
      "a mailbox already holds \(capacity) events: read it faster, or publish with postWaiting"
    case .mainActor:
      "\(capacity) events already wait for the main actor: publish with postWaiting"
    case .handlers:
      "handlers posted \(capacity) events during one delivery: look for handlers in a circle"
    }
  }
}
