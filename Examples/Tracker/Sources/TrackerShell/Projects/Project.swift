import SeashellKit

/// A project; the API's JSON has the same fields.
struct Project: Decodable, Identifiable {
  let key: String
  let name: String
  let lead: String

  var id: String { key }
}

/// All projects.
struct ProjectListing: Listing {
  let noun = Noun("project")
  let path: APIPath = "projects"
  let paging = Paging.detected(size: "limit")

  func map(_ dto: Project) -> Project { dto }

  func name(of project: Project) -> String { project.name }
}

/// Presents projects as records.
struct ProjectsView: RecordView {
  let columns = [Column("key"), Column("name"), Column("lead")]

  func row(_ project: Project) -> [CellValue] {
    [.text(project.key), .text(project.name), .text(project.lead)]
  }
}
