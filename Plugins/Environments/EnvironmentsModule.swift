public import SeashellHosting
public import SeashellKit

/// The module `env`: shows, chooses, adds, changes and removes the environments of all APIs.
@MainActor
public final class EnvironmentsModule: FeatureModule {
  /// The module's name, which precedes its commands: `env`.
  public let name = "env"

  /// The module's description in `help`.
  public let abstract = "Choose the environment that requests go to, and add others"

  /// True: the module works for all APIs.
  public let isAboutShell = true

  private let context: ModuleContext

  private var identity: ShellIdentity { context.identity }
  private var apis: APIRegistry { context.apis }

  /// Creates the module.
  public init(_ context: ModuleContext) {
    self.context = context
  }

  /// The commands `list`, `show`, `use`, `add`, `edit` and `remove`.
  public var commands: [any Command] {
    [
      ListEnvironments(identity: identity, apis: apis), ShowEnvironment(apis: apis),
      UseEnvironment(identity: identity, apis: apis), AddEnvironment(apis: apis),
      EditEnvironment(apis: apis), RemoveEnvironment(apis: apis),
    ]
  }

  /// The page `help environments`.
  public var contributions: Contributions { Contributions(pages: [.environments]) }

  /// Completes `environments` with their names.
  public var completionSources: [CompletionSource] {
    [
      CompletionSource(kind: "environments") { [apis] prefix in
        let current = apis.current
        return apis.all.flatMap { api in
          api.environments.all.compactMap { environment -> CompletionSource.Candidate? in
            let full = "\(api.name):\(environment.shortName)"
            let names = [
              api === current
                ? environment.shortName : apis.choosableName(of: environment, in: api), full,
            ]
            return names.first { $0.hasPrefix(prefix) }.map {
              .init(
                $0, environment.isEmbedded ? "runs in this program" : environment.displayAddress)
            }
          }
        }
      }
    ]
  }
}
