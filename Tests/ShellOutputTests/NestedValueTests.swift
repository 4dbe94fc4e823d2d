@testable import ShellOutput
import CoreJSON
import FoundationEssentials
import Testing

@MainActor
@Suite struct `Output of lists and records` {
  nonisolated private static let address: CellValue = .record([
    .init("city", .text("Oslo")), .init("floor", .integer(3)),
    .init("phones", .list([.text("1 \"2\""), .null])),
  ])
  nonisolated private static let json =
    #"{"city":"Oslo","floor":3,"phones":["1 \"2\"",null]}"#

  @Test func `JSON nests lists and records, with fields in order`() throws {
    let row: [CellValue] = [.list([.text("a"), .boolean(true), .list([])]), Self.address]
    let columns = [Column("tags"), Column("address")]
    #expect(
      try list(.jsonl, columns, [row])
        == #"{"tags":["a",true,[]],"address":\#(Self.json)}"# + "\n")
    #expect(
      try record(.json, on: terminal(80), [(columns[0], row[0])])
        == "{\n  \"tags\": [\"a\",true,[]]\n}\n")
  }

  @Test func `TSV and CSV contain lists and records as JSON text`() throws {
    let columns = [Column("id"), Column("address")]
    let row: [CellValue] = [.integer(1), Self.address]
    #expect(
      try list(.tsv, columns, [row])
        == "1\t" + Self.json.replacing("\\", with: "\\\\") + "\n")
    #expect(
      try list(.csv, columns, [row])
        == "id,address\r\n1,\"" + Self.json.replacing("\"", with: "\"\"") + "\"\r\n")
  }

  @Test(
    arguments: [
      (.list([.text("red"), .text("blue")]), "red, blue"),
      (.list([]), ""), (.record([]), ""),
      (address, #"city: Oslo, floor: 3, phones: [1 "2", null]"#),
      (.list([.record([.init("a", .integer(1))]), .list([])]), "{a: 1}, []"),
      (.list([.decimal(Decimal(5) / 2), .boolean(false)]), "2.5, false"),
      (CellValue(["b": [1, 2.5, nil], "a": "x"]), "b: [1, 2.5, null], a: x"),
      (CellValue(["a", "b"]), "a, b"), (CellValue(nil as JSONValue), ""),
    ] as [(CellValue, String)])
  func `a table joins the elements of lists and records by commas`(
    _ value: CellValue, _ text: String
  ) throws {
    for style in [OutputStyle.plain, terminal(80)] {
      #expect(
        try list(.table, on: style, [Column("x"), Column("y")], [[.integer(1), value]])
          == (text.isEmpty ? "x  y\n1\n" : "x  y\n1  \(text)\n"))
    }
  }

  /// ESC, CSI, a bidirectional override, DEL and a line break.
  nonisolated private static let hostile = "a\u{1B}[2J\u{9B}\u{202E}\u{7F}\r\nb"

  @Test(
    arguments: OutputFormat.allCases,
    [
      .list([.text(hostile)]), .record([.init(hostile, .text(hostile))]),
      .list([.record([.init("x", .list([.text(hostile)]))])]),
      CellValue(["x": [.string(hostile)]]), CellValue(.object([hostile: 1])), .text(hostile),
    ] as [CellValue])
  func `nested values send no control characters to a terminal`(
    _ format: OutputFormat, _ value: CellValue
  ) throws {
    for hint in [nil, Column.Hint.date, .timestamp, .stars, .money(currency: "x"), .bar(of: "x")] {
      let column = Column("x", hint: hint)
      let texts = [
        try list(format, on: terminal(200), [column], [[value]]),
        try record(format, on: terminal(200), [(column, value)]),
      ]
      for text in texts {
        let body = text.unicodeScalars.filter { $0 != "\n" && $0 != "\r" }
        #expect(!body.contains(where: TerminalText.isHostile), "\(text.debugDescription)")
        // Only the ends of lines break lines: a line break in a field is kept out of both cell and field.
        #expect(!text.contains("\nb"), "\(text.debugDescription)")
      }
    }
  }

  @Test func `a value takes no more room than a decimal number`() {
    #expect(MemoryLayout<CellValue>.stride == 24)
  }
}
