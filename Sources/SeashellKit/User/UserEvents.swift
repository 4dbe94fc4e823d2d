public import CoreEvents

/// A user has signed in.
public struct SignedIn: Event, Hashable {
  /// The name of these events.
  public static let name = "session.signed.in"

  /// The user's name.
  public let user: String

  /// The name of the environment.
  public let environment: String

  /// Creates an event.
  public init(user: String, environment: String) {
    self.user = user
    self.environment = environment
  }
}

/// A user has signed out, or the server has ended the session.
public struct SignedOut: Event, Hashable {
  /// The name of these events.
  public static let name = "session.signed.out"

  /// The user's name; nil if it is unknown.
  public let user: String?

  /// The name of the environment.
  public let environment: String

  /// Creates an event.
  public init(user: String?, environment: String) {
    self.user = user
    self.environment = environment
  }
}
