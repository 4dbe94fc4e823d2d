import SeashellKit

/// Reads and writes issues.
protocol IssuesServiceProtocol: ResourceService where Item == IssueListing {
  /// Adds an issue to a project.
  func add(_ title: String, assignee: String?, to project: String) async throws -> Issue

  /// Changes an issue. Fields that are nil are not changed.
  func edit(
    _ number: String, of project: String, title: String?, status: IssueStatus?, assignee: Assignee?
  ) async throws -> Issue
}

/// The user who is to work on an issue, or none.
enum Assignee {
  case user(String)
  case nobody
}

/// Reads and writes issues through the API.
actor IssuesService: IssuesServiceProtocol, WrappingService {
  private let store: OfflineFirstService<IssueListing>

  init(_ store: OfflineFirstService<IssueListing>) { self.store = store }

  nonisolated var base: any ResourceService<IssueListing> { store }

  func add(_ title: String, assignee: String?, to project: String) async throws -> Issue {
    let list = IssueListing(project: project)
    let request = APIRequest(
      path: list.path, method: .post, body: .object(["title": title, "assignee": assignee]))
    return try await store.send(request, of: list)
  }

  func edit(
    _ number: String, of project: String, title: String?, status: IssueStatus?, assignee: Assignee?
  ) async throws -> Issue {
    let list = IssueListing(project: project)
    let user: JSONValue? =
      switch assignee {
      case .user(let name): .string(name)
      case .nobody: .null
      case nil: nil
      }
    let request = APIRequest(
      path: "projects/\(project)/issues/\(number)", method: .patch,
      body: .object(["title": title, "status": status?.rawValue, "assignee": user]))
    return try await store.send(request, number, of: list)
  }
}
