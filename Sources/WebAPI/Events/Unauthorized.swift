public import CoreEvents

/// The server refused a request's credentials, and they could not be renewed.
public struct Unauthorized: Event, Hashable {
  /// The name of these events.
  public static let name = "api.unauthorized"

  /// Makes the event.
  public init() {}
}
