/// What a mailbox does with an event that finds it full.
public enum OverflowPolicy: Sendable {
  /// The oldest event makes room; the next batch says how many were lost before it.
  case dropOldest

  /// The publisher waits, if it can: ``EventBus/postWaiting(_:)`` suspends until there is room.
  ///
  /// A plain ``EventBus/post(_:)`` cannot wait. It never enters a full mailbox, and the bus's
  /// failure handler is given an ``EventOverflow`` with the event.
  case backPressure
}
