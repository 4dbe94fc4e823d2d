import FoundationEssentials
import SeashellKit

/// An issue of a project.
struct Issue: Equatable, Identifiable {
  let project: String
  let number: Int
  let title: String
  let status: IssueStatus
  /// The user who works on it; nil if there is none.
  let assignee: String?
  let createdAt: Date

  var id: String { "\(number)" }
}

/// How far an issue is.
enum IssueStatus: String, Codable, CaseIterable, ParameterValue {
  case open, started, closed
}

/// An issue in the API's JSON.
struct IssueDTO: Decodable {
  let number: Int
  let title: String
  let status: String
  let assignee: String?
  let createdAt: Date

  private enum CodingKeys: String, CodingKey {
    case number, title, status, assignee
    case createdAt = "created_at"
  }
}

/// Turns the API's issues into the module's own, and validates them.
enum IssueMapper {
  static func map(from dto: IssueDTO, of project: String) throws(RecordError) -> Issue {
    guard dto.number > 0 else { throw .unreadable("the number of an issue is \(dto.number)") }
    guard let status = IssueStatus(rawValue: dto.status) else {
      throw .unreadable("the status of \(project)/\(dto.number) is '\(dto.status.prefix(40))'")
    }
    return Issue(
      project: project, number: dto.number, title: dto.title, status: status,
      assignee: dto.assignee, createdAt: dto.createdAt)
  }
}

/// Which issues of a project to list, newest first.
struct IssueListing: Listing {
  let noun = Noun("issue")
  let paging = Paging.detected(size: "limit")
  let project: String
  var status: IssueStatus?
  var assignee: String?
  var search: String?

  var path: APIPath { "projects/\(project)/issues" }

  var query: APIQuery { ["status": status?.rawValue, "assignee": assignee, "q": search] }

  func map(_ dto: IssueDTO) throws -> Issue { try IssueMapper.map(from: dto, of: project) }

  // A number is unique within its project only.
  func key(of issue: Issue) -> String { "\(issue.project)/\(issue.number)" }
  func key(ofID id: String) -> String { "\(project)/\(id)" }

  var isNewestFirst: Bool { !isFiltered && search == nil }
  var isFiltered: Bool { status != nil || assignee != nil }

  func includes(_ issue: Issue) -> Bool {
    issue.project == project && issue.status == status ?? issue.status
      && issue.assignee == assignee ?? issue.assignee
  }

  func text(of issue: Issue) -> String { issue.title }

  func abstract(of issue: Issue) -> String { "\(issue.status.rawValue): \(issue.title)" }
}
