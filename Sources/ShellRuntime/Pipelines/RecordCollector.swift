import ShellOutput

@MainActor
final class RecordCollector: RecordStage {
  private(set) var records: Records?
  /// The word that keeps the records, for errors.
  let name: String
  private let limit: Int

  init(for name: String, limit: Int) {
    self.name = name
    self.limit = limit
  }

  /// Keeps an empty list if no records have arrived.
  func endEmpty() {
    if records == nil { records = Records(columns: [], rows: [], isList: true) }
  }

  func begin(_ columns: [Column], isList: Bool) {
    if records == nil {
      records = Records(columns: columns, rows: [], isList: isList)
    } else {
      records?.change(columns)
      records?.isList = true
    }
  }

  func row(_ values: [CellValue]) throws {
    guard let count = records?.count, count < limit else {
      throw ShellError(
        .limit, "there are more than \(limit) records to keep",
        hint: "choose fewer with 'where' or 'first', or raise it with 'set gather-limit N'")
    }
    records?.append(values)
  }
}
