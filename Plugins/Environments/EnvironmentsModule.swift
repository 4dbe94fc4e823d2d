public import SeashellHosting
public import SeashellKit

/// The module `env`: shows the environments, and switches between them.
@MainActor
public final class EnvironmentsModule: FeatureModule {
  /// The module's name, which precedes its commands: `env`.
  public let name = "env"

  /// The module's description in `help`.
  public let abstract = "Choose the environment that requests go to"

  private let identity: ShellIdentity
  private let environments: EnvironmentRegistry

  /// Creates the module.
  public init(_ context: ModuleContext) {
    identity = context.identity
    environments = context.environments
  }

  /// `list`, `show` and `use`.
  public var commands: [any Command] {
    [
      ListEnvironments(identity: identity, environments: environments),
      ShowEnvironment(environments: environments),
      UseEnvironment(identity: identity, environments: environments),
    ]
  }

  /// Completes `environments`: their names.
  public var completionSources: [CompletionSource] {
    [
      CompletionSource(kind: "environments") { [environments] prefix in
        environments.all.filter { $0.name.hasPrefix(prefix) }.map {
          .init($0.name, $0.isEmbedded ? "runs in this program" : $0.displayAddress)
        }
      }
    ]
  }
}
