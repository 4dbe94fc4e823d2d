import Testing

@testable import ShellOutput

@MainActor
@Suite struct `Columns that do not fit` {
  /// Twelve fields, of which two are empty in all records.
  private let columns = (1...12).map { Column("field_\($0)") }
  private let rows: [[CellValue]] = (1...3).map { record in
    (1...12).map { [2, 9].contains($0) ? .null : .text("value \(record) of a record") }
  }

  /// The lines of a list, and the notices about it.
  private func list(
    _ columns: [Column], _ rows: [[CellValue]], on style: OutputStyle
  ) throws -> (lines: [Substring], notices: [String]) {
    let receiver = Notices()
    let text = try rendered(.table, on: style) { output in
      output.reporter = receiver
      try output.columns(columns)
      for row in rows { try output.row(row) }
      try output.finish()
    }
    return (text.split(separator: "\n"), receiver.all)
  }

  private final class Notices: NoticeReceiver {
    var all: [String] = []
    func report(_ notice: String) { all.append(notice) }
  }

  @Test func `those that are empty go first, then the last ones, and a notice names them`() throws {
    let (lines, notices) = try list(columns, rows, on: terminal(100))
    #expect(lines.count == 4)
    #expect(
      lines[0].split(separator: " ").map(String.init)
        == [1, 3, 4, 5, 6, 7, 8].map { "field_\($0)" })
    #expect(
      notices == [
        "columns not shown: field_2, field_9, field_10, field_11 and field_12; "
          + "'select' chooses columns, '-o json' shows all"
      ])
  }

  @Test func `empty columns stay if all fit`() throws {
    let (lines, notices) = try list(columns, rows, on: terminal(300))
    #expect(lines[0].contains("field_2") && lines[0].contains("field_12"))
    #expect(notices.isEmpty)
  }

  @Test func `at most eight are named`() throws {
    let many = (1...40).map { Column("field_\($0)") }
    let values: [CellValue] = many.map { _ in .text("a text of some length") }
    let notices = try list(many, [values, values], on: terminal(80)).notices
    #expect(notices.count == 1)
    #expect(notices[0].contains("field_13 and 27 more; "))
  }

  @Test func `one record, and one in a list, have all their fields`() throws {
    let (lines, notices) = try list(columns, [rows[0]], on: terminal(100))
    #expect(lines.first == "── 1 ──" && lines.count == 13)
    #expect(notices.isEmpty)
  }

  @Test func `records are vertical if fewer than two columns fit`() throws {
    let (lines, notices) = try list(columns, rows, on: terminal(17))
    #expect(lines.first == "── 1 ──")
    #expect(notices.isEmpty)
  }

  @Test func `columns that the user chose are not left out`() throws {
    var chosen = columns
    for index in [2, 10, 11] { chosen[index] = chosen[index].chosen }
    let (lines, _) = try list(chosen, rows, on: terminal(60))
    #expect(
      lines[0].split(separator: " ").map(String.init)
        == ["field_1", "field_3", "field_11", "field_12"])
    #expect(try list(columns.map(\.chosen), rows, on: terminal(60)).lines.first == "── 1 ──")
  }

  @Test func `a list in a file has all columns`() throws {
    let (lines, notices) = try list(columns, rows, on: .plain)
    #expect(lines[0].contains("field_2") && lines[0].contains("field_12"))
    #expect(notices.isEmpty)
  }

  @Test func `a vertical rest of a list has all fields`() throws {
    let rows = (0..<1001).map { index -> [CellValue] in
      [.integer(index < 1000 ? 1 : .max), .integer(2), .text("some words and more"), .integer(4)]
    }
    let columns = ["a", "b", "c", "a_name_of_some_length"].map { Column($0) }
    let lines = try list(columns, rows, on: terminal(24)).lines
    #expect(lines[0] == "a  b  c")
    #expect(lines.contains("a_name_of_some_length"))
    #expect(lines.contains { $0.hasSuffix("\(Int.max)") })
  }
}
