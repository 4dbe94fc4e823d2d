public import CoreEvents

/// The service was not reached, or the connection to it was cut.
public struct Unconnected: Event, Hashable {
  /// The name of these events.
  public static let name = "api.unconnected"

  /// Makes the event.
  public init() {}
}
