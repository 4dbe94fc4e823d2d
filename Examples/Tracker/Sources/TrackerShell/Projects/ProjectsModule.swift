import SeashellKit

/// The module `projects`: lists and shows projects.
final class ProjectsModule: FeatureModule {
  let name = "projects"
  let abstract = "Browse the projects"

  private let projects: ResourceState<ProjectListing>

  init(_ context: ModuleContext) {
    projects = ResourceState(context.service(), of: ProjectListing(), clock: context.clock)
  }

  var commands: [any Command] {
    [
      ListCommand(projects, as: ProjectsView(), abstract: "List the projects") { _ in
        ProjectListing()
      },
      ShowCommand(
        projects, Argument<String>("PROJECT", "the project", completion: .projects),
        as: ProjectsView(), abstract: "Show a project",
        examples: [.init("projects show WEB", "shows the project WEB")]
      ) { _ in ProjectListing() },
      MoreCommand(projects, as: ProjectsView()),
      RefreshCommand(projects, as: ProjectsView()),
    ]
  }

  var completionSources: [CompletionSource] {
    [projects.completion(of: .projects) { _ in ProjectListing() }]
  }

  var places: [PlaceRoute] {
    projects.places("projects/{projects.key}") { _ in ProjectListing() }
  }

  func subscribe(to bus: EventBus) -> [Subscription] {
    bus.subscribeOnMain(toChanges: { [projects] in projects.apply($0) })
  }

  func unload() { projects.forget() }
}

extension CompletionKind {
  /// The keys of projects.
  static let projects: CompletionKind = "projects.key"
}
