public import SeashellKit

/// The module `queue`: shows the writes that wait, sends them, and drops them.
@MainActor
public final class QueueModule: FeatureModule {
  /// The module's name, which precedes its commands: `queue`.
  public let name = "queue"

  /// The module's description in `help`.
  public let abstract = "Show and send the writes that wait for a service"

  /// Creates the module.
  public init(_ context: ModuleContext) {}

  /// No commands yet.
  public var commands: [any Command] { [] }
}
