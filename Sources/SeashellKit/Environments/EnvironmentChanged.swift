public import CoreEvents

/// Posted when the user has chosen another environment; all further requests go there.
///
/// `DataInvalidated` for everything follows it.
public struct EnvironmentChanged: Event, Hashable {
  /// The name of these events.
  public static let name = "environment.changed"

  /// The name of the environment.
  public let environment: String

  /// The name of the previous environment.
  public let previous: String

  /// Creates an event.
  public init(environment: String, previous: String) {
    self.environment = environment
    self.previous = previous
  }
}
