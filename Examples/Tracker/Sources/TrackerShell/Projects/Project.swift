import SeashellKit

/// A project; the API's JSON has the same fields.
struct Project: Codable, Identifiable {
  let key: String
  let name: String
  let lead: String

  var id: String { key }
}

/// All projects.
struct ProjectListing: Listing {
  static let name = "projects"
  static let one = "project"
  static let paging = Paging.cursor(from: .field("next_cursor"), elements: "items")

  let path: APIPath = "projects"

  func map(_ dto: Project) -> Project { dto }

  static func offer(_ project: Project, to matches: inout CompletionMatches) {
    matches.offer(project.key, named: project.name)
  }
}

/// Presents projects as records.
enum ProjectsView: RecordView {
  static let columns = [Column("key"), Column("name"), Column("lead")]

  static func row(_ project: Project) -> [CellValue] {
    [.text(project.key), .text(project.name), .text(project.lead)]
  }
}
