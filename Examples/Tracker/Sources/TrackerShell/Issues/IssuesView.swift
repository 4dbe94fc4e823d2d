import SeashellKit

/// Presents issues as records.
struct IssuesView: RecordView {
  let columns = [
    Column("number"), Column("title"), Column("status"), Column("assignee"),
    Column("created_at", hint: .date),
  ]

  func row(_ issue: Issue) -> [CellValue] {
    [
      .integer(issue.number), .text(issue.title), .text(issue.status.rawValue),
      issue.assignee.map(CellValue.text) ?? .null, .date(issue.createdAt),
    ]
  }
}
