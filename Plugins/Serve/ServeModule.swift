public import SeashellKit

/// The command `serve`, which serves the embedded shop over HTTP.
@MainActor
public final class ServeModule: FeatureModule {
  /// The name of the module and of its command.
  public let name = "serve"

  /// The module's abstract.
  public let abstract = "Serve the embedded shop over HTTP"

  private let context: ModuleContext

  /// Creates the module.
  public init(_ context: ModuleContext) {
    self.context = context
  }

  /// The command `serve`.
  public var commands: [any Command] { [Serve(context: context)] }
}
