/// The error that the bus's failure handler gets when a full queue rejects an event.
public struct EventOverflow: Error, Hashable, CustomStringConvertible {
  /// The kinds of queue that can be full.
  public enum Place: String, Sendable {
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
    case .mainActor:
      "\(capacity) events already wait for the main actor: post there"
    case .handlers:
      "handlers posted \(capacity) events during one delivery: look for handlers in a circle"
    }
  }
}
