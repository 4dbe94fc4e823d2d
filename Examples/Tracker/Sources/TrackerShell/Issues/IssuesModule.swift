import SeashellKit

/// The module `issues`: lists, shows, adds and changes the issues of projects.
final class IssuesModule: FeatureModule {
  let name = "issues"
  let abstract = "Read and write issues"

  private let state: IssuesState

  convenience init(_ context: ModuleContext) {
    self.init(context, service: IssuesService(context.service()))
  }

  /// Creates the module on another service, such as a mock.
  init(_ context: ModuleContext, service: any IssuesServiceProtocol) {
    state = context.state { IssuesState(service: service, clock: context.clock) }
  }

  var commands: [any Command] {
    [
      ListIssues.command(state.list), ShowIssue.command(state.list), AddIssue(state: state),
      EditIssue(state: state), AssignIssue(state: state), CloseIssue(state: state),
      MoreCommand(state.list, as: IssuesView(), example: "issues list WEB --per-page 1"),
      RefreshCommand(state.list, as: IssuesView(), example: "issues list WEB"),
    ]
  }

  var completionSources: [CompletionSource] {
    [
      state.list.completion(of: .issues) { query in
        query.value(of: CompletionKind.projects.name).map { IssueListing(project: $0) }
      }
    ]
  }

  var places: [PlaceRoute] {
    state.list.places("projects/{projects.key}/issues/{issues.number}") {
      IssueListing(project: $0[.projects])
    }
  }

  func subscribe(to bus: EventBus) -> [Subscription] {
    bus.subscribeOnMain(toChanges: { [state] in state.list.apply($0) })
  }

  func unload() { state.list.forget() }
}
