public import CoreEvents

/// The service is reached again after it was not.
public struct Reconnected: Event, Hashable {
  /// The name of these events.
  public static let name = "api.reconnected"

  /// Makes the event.
  public init() {}
}
