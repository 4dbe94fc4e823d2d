import Observation
import SeashellKit

/// The issues that were listed and shown last, and what the commands do with issues.
@Observable @MainActor
final class IssuesState {
  let list: ResourceState<IssueListing>

  private let service: any IssuesServiceProtocol

  init(service: any IssuesServiceProtocol, clock: any Clock<Duration>) {
    self.service = service
    list = ResourceState(service, of: IssueListing(project: ""), clock: clock)
  }

  func add(_ title: String, assignee: String?, to project: String) async throws -> Issue {
    let issue = try await service.add(title, assignee: assignee, to: project)
    list.insert(issue, at: IssueListing(project: project).path.resource)
    return issue
  }

  func edit(
    _ number: String, of project: String, title: String? = nil, status: IssueStatus? = nil,
    assignee: Assignee? = nil
  ) async throws -> Issue {
    let issue = try await service.edit(
      number, of: project, title: title, status: status, assignee: assignee)
    list.update(issue, at: IssueListing(project: project).path.resource)
    return issue
  }
}
