public import SeashellKit

/// Serving the embedded shop to others: one command, `serve`.
@MainActor
public final class ServeModule: FeatureModule {
  /// The command's own name, which alone runs it.
  public let name = "serve"

  /// What the module is for.
  public let abstract = "Serve the embedded shop over HTTP"

  private let context: ModuleContext

  /// Makes the module.
  public init(_ context: ModuleContext) {
    self.context = context
  }

  /// `serve`.
  public var commands: [any Command] { [Serve(context: context)] }
}
