public import SeashellKit

/// The module `projects`: lists and shows projects.
public final class ProjectsModule: FeatureModule {
  public let name = "projects"
  public let abstract = "Browse the projects"

  private let projects: ModuleList<ProjectListing>

  public init(_ context: ModuleContext) {
    projects = ModuleList(context.service(), clock: context.clock)
  }

  public var commands: [any Command] {
    [
      ListCommand(projects, as: ProjectsView.self, abstract: "List the projects") { _ in
        ProjectListing()
      },
      ShowCommand(
        projects, Argument<String>("PROJECT", "the project", completion: .projects),
        as: ProjectsView.self, abstract: "Show a project",
        examples: [.init("projects show WEB", "shows the project WEB")]
      ) { _ in ProjectListing() },
      MoreCommand(projects, as: ProjectsView.self),
      RefreshCommand(projects, as: ProjectsView.self),
    ]
  }

  public var completionSources: [CompletionSource] {
    [projects.completion(of: .projects) { _ in ProjectListing() }]
  }

  public var places: [PlaceRoute] {
    projects.places("projects/{projects.key}") { _ in ProjectListing() }
  }

  public func subscribe(to bus: EventBus) -> [Subscription] {
    bus.subscribeOnMain(toChanges: { [projects] in projects.apply($0) })
  }

  public func unload() { projects.forget() }
}

extension CompletionKind {
  /// The keys of projects.
  static let projects: CompletionKind = "projects.key"
}
