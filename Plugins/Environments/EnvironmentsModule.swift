import FoundationEssentials
public import SeashellKit

/// The environments: which shops there are, and which one requests go to.
@MainActor
public final class EnvironmentsModule: FeatureModule {
  /// The word before its commands: `env`.
  public let name = "env"

  /// What the module is for.
  public let abstract = "Choose the shop that requests go to"

  private let environments: EnvironmentRegistry

  /// Makes the module.
  public init(_ context: ModuleContext) {
    environments = context.environments
  }

  /// `list`, `show` and `use`.
  public var commands: [any Command] {
    [
      ListEnvironments(environments: environments), ShowEnvironment(environments: environments),
      UseEnvironment(environments: environments),
    ]
  }

  /// The environments' names.
  public var completionSources: [CompletionSource] {
    [
      CompletionSource(kind: "environments") { [environments] prefix in
        environments.all.filter { $0.name.hasPrefix(prefix) }.map {
          .init($0.name, $0.isEmbedded ? "the shop in this program" : $0.place)
        }
      }
    ]
  }
}
