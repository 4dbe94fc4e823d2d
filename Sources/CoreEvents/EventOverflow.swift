/// An event that was not delivered somewhere, because what was to hold it was full.
public struct EventOverflow: Error, Hashable, CustomStringConvertible {
  /// What can be full.
  public enum Place: String, Sendable {
    /// A mailbox with ``OverflowPolicy/backPressure``.
    case mailbox
    /// What other threads have posted for main-actor handlers and is not yet delivered.
    case mainActor
    /// What handlers have posted while one event was being delivered.
    case handlers
  }

  /// What was full.
  public let place: Place

  /// How many events it holds.
  public let capacity: Int

  /// What was full, and what to do about it.
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
