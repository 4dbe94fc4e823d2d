public import CoreEvents
public import FoundationEssentials
public import WebAPI

/// Posted when a user has signed in.
public struct SignedIn: Event, Hashable {
  /// The name of these events.
  public static let name = "session.signed.in"

  /// The names of the fields.
  public static var fields: [String] { ["user", "environment", "expiresAt"] }

  /// The user's name, which may be unknown, as with a key.
  public let user: String?

  /// The environment.
  public let environment: EnvironmentID

  /// When the session must be renewed, which happens automatically; nil if that is unknown.
  public let expiresAt: Date?

  /// Creates an event.
  public init(user: String?, environment: EnvironmentID, expiresAt: Date? = nil) {
    self.user = user
    self.environment = environment
    self.expiresAt = expiresAt
  }
}

/// Posted when a user has signed out, or the server has ended the session.
public struct SignedOut: Event, Hashable {
  /// The name of these events.
  public static let name = "session.signed.out"

  /// The names of the fields.
  public static var fields: [String] { ["user", "environment", "owner"] }

  /// The user's name, if it is known.
  public let user: String?

  /// The environment.
  public let environment: EnvironmentID

  /// The owner of the user's data, if it is known; it cannot be looked up after signing out.
  public let owner: DataOwner?

  /// Creates an event.
  public init(user: String?, environment: EnvironmentID, owner: DataOwner? = nil) {
    self.user = user
    self.environment = environment
    self.owner = owner
  }
}

/// Posted when a module has begun or stopped adding credentials to requests.
public struct AuthorizationChanged: Event, Hashable {
  /// The name of these events.
  public static let name = "authorization.changed"

  /// The names of the fields.
  public static var fields: [String] { ["isAuthorized"] }

  /// Whether requests get credentials from now on.
  public let isAuthorized: Bool

  /// Creates an event.
  public init(isAuthorized: Bool) {
    self.isAuthorized = isAuthorized
  }
}
