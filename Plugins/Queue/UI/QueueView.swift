import SeashellKit

struct QueueView: RecordView {
  var columns: [Column] {
    [
      Column("id"), Column("request"), Column("state"), Column("tries"), Column("reason"),
      Column("created_at"),
    ]
  }

  func row(_ write: QueuedWrite) -> [CellValue] {
    [
      .text(write.id), .text(write.summary), .text(write.state.rawValue), .integer(write.tries),
      write.reason.map(CellValue.text) ?? .null, .date(write.createdAt),
    ]
  }

  static func abstract(_ write: QueuedWrite) -> String {
    "\(write.summary), \(write.state.rawValue)"
  }

  static func count(_ count: Int, _ singular: String, _ plural: String) -> String {
    count == 1 ? "1 write \(singular)" : "\(count) writes \(plural)"
  }
}

struct AllWritesView: RecordView {
  var columns: [Column] {
    QueueView().columns + [Column("environment"), Column("account")]
  }

  func row(_ write: QueuedWrite) -> [CellValue] {
    QueueView().row(write) + [
      .text(write.owner.environment), write.owner.account.map(CellValue.text) ?? .null,
    ]
  }
}

/// Presents one write with all known facts.
///
/// After a conflict, `base` has the values that the user knew, `fields` the user's values, and `theirs`
/// those on the server.
struct WriteView: RecordView {
  var columns: [Column] {
    AllWritesView().columns + [
      Column("base"), Column("fields"), Column("theirs"), Column("may_have_been_applied"),
      Column("not_before"), Column("depends_on"),
    ]
  }

  func row(_ write: QueuedWrite) -> [CellValue] {
    let write = write.masked
    return AllWritesView().row(write) + [
      write.base.map { CellValue($0) } ?? .null, write.fields.map { CellValue($0) } ?? .null,
      write.theirs.map { CellValue($0) } ?? .null, .boolean(write.isInDoubt),
      write.notBefore.map(CellValue.date) ?? .null,
      write.dependsOn.map { .text(QueuedWrite.id($0)) } ?? .null,
    ]
  }
}
