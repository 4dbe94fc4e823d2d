public import CoreEvents

/// The server does not allow this session what was asked for.
public struct Forbidden: Event, Hashable {
  /// The name of these events.
  public static let name = "api.forbidden"

  /// Makes the event.
  public init() {}
}
