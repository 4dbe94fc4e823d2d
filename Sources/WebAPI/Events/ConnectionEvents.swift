public import CoreEvents

/// The service was not reached, or the connection was cut.
public struct Unconnected: Event, Hashable {
  /// The name of these events.
  public static let name = "api.unconnected"

  /// Creates an event.
  public init() {}
}

/// The service is reached again.
public struct Reconnected: Event, Hashable {
  /// The name of these events.
  public static let name = "api.reconnected"

  /// Creates an event.
  public init() {}
}

/// The server rejected a request's credentials, and they could not be renewed.
public struct Unauthorized: Event, Hashable {
  /// The name of these events.
  public static let name = "api.unauthorized"

  /// Creates an event.
  public init() {}
}

/// The session does not have permission for a request.
public struct Forbidden: Event, Hashable {
  /// The name of these events.
  public static let name = "api.forbidden"

  /// Creates an event.
  public init() {}
}
