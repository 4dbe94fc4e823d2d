@testable import ShellOutput
import CoreJSON
import FoundationEssentials
import Testing

@MainActor
@Suite struct `Output as JSON` {
  private let columns = [Column("id"), Column("name")]

  @Test func `a list in JSON is an array with a record a line`() throws {
    let rows: [[CellValue]] = [[.text("p-1"), .text("Mug")], [.text("p-2"), .null]]
    #expect(
      try list(.json, columns, rows) == """
        [{"id":"p-1","name":"Mug"},
        {"id":"p-2","name":null}]

        """)
    #expect(
      try list(.jsonl, columns, rows) == """
        {"id":"p-1","name":"Mug"}
        {"id":"p-2","name":null}

        """)
  }

  @Test func `a list of one record, or of none, is a JSON array`() throws {
    #expect(
      try list(.json, columns, [[.text("p-1"), .text("Mug")]])
        == #"[{"id":"p-1","name":"Mug"}]"# + "\n")
    #expect(try list(.json, columns, []) == "[]\n")
    #expect(try list(.jsonl, columns, []) == "")
  }

  @Test func `nested values stay nested in JSON, and are JSON text in other formats`() throws {
    let value: JSONValue = [
      "b": [1, 2.5, true, nil], "a": ["text": "a \"b\"\t\u{1B}"], "c": [:], "d": [],
    ]
    let text = #"{"b":[1,2.5,true,null],"a":{"text":"a \"b\"\t\u001b"},"c":{},"d":[]}"#
    let columns = [Column("id"), Column("it")]
    let row: [CellValue] = [.integer(1), CellValue(value)]
    #expect(try list(.jsonl, columns, [row]) == #"{"id":1,"it":\#(text)}"# + "\n")
    let csv = text.replacing("\"", with: "\"\"")
    #expect(try list(.csv, columns, [row]) == "id,it\r\n1,\"\(csv)\"\r\n")
  }

  @Test(arguments: [OutputFormat.json, .jsonl])
  func `a single record is a JSON object`(_ format: OutputFormat) throws {
    #expect(
      try record(format, [(Column("z"), .integer(1)), (Column("a"), .boolean(false))])
        == #"{"z":1,"a":false}"# + "\n")
    #expect(try record(format, []) == "{}\n")
  }

  @Test(arguments: [
    ("quote\"", #""quote\"""#), ("back\\", #""back\\""#), ("a\n\r\tb", #""a\n\r\tb""#),
    ("\u{00}\u{08}\u{0C}\u{1F}", #""\u0000\u0008\u000c\u001f""#), ("/é世👩‍👧", #""/é世👩‍👧""#),
    ("\u{7F}\u{9B}\u{2028}", "\"\u{7F}\u{9B}\u{2028}\""), ("", #""""#),
  ])
  func `JSON output escapes exactly the characters of RFC 8259`(
    _ text: String, _ string: String
  ) throws {
    #expect(try list(.jsonl, [Column("a")], [[.text(text)]]) == #"{"a":\#(string)}"# + "\n")
  }

  @Test(arguments: [
    ("12.50", "12.5"), ("12", "12"), ("1200", "1200"), ("0.000001", "0.000001"),
    ("-0.5", "-0.5"), ("1e20", "100000000000000000000"), ("0", "0"), ("NaN", "null"),
  ])
  func `JSON output has decimals in their shortest form`(_ text: String, _ number: String) throws {
    let decimal = text == "NaN" ? Decimal.nan : try #require(Decimal(string: text))
    #expect(try list(.jsonl, [Column("a")], [[.decimal(decimal)]]) == "{\"a\":\(number)}\n")
  }

  private struct Row: Decodable, Equatable {
    var text: String
    var number: Int?
  }

  @Test(arguments: [OutputStyle.plain, terminal(40)])
  func `any text in JSON output is parsed back unchanged`(_ style: OutputStyle) throws {
    let texts =
      (0..<0x3000).compactMap { Unicode.Scalar(UInt32($0)) }.map { "a\($0)b" }
      + ["\u{E0041}", "👩‍👩‍👧‍👦", "\"\\\u{1B}"]
    let json = try list(
      .json, on: style, [Column("text"), Column("number")],
      texts.enumerated().map { [.text($1), $0.isMultiple(of: 2) ? .integer($0) : .null] })
    let rows = try JSONDecoder().decode([Row].self, from: Data(json.utf8))
    #expect(rows.map { Array($0.text.utf8) } == texts.map { Array($0.utf8) })
    #expect(rows[2].number == 2 && rows[3].number == nil)
  }

  @Test func `a terminal gets hostile characters as JSON escapes`() throws {
    #expect(
      try list(.jsonl, on: terminal(40), [Column("a")], [[.text("\u{9B}é\u{E0041}")]])
        == #"{"a":"\u009bé\udb40\udc41"}"# + "\n")
  }

  @Test func `a JSON list is indented on a terminal`() throws {
    let rows: [[CellValue]] = [[.text("p-1"), .text("Mug")], [.text("p-2"), .null]]
    #expect(
      try list(.json, on: terminal(40), columns, rows) == """
        [
          {
            "id": "p-1",
            "name": "Mug"
          },
          {
            "id": "p-2",
            "name": null
          }
        ]

        """)
    #expect(try list(.json, on: terminal(40), columns, []) == "[]\n")
    #expect(
      try list(.jsonl, on: terminal(40, colors: true), columns, [rows[0]])
        == #"{"id":"p-1","name":"Mug"}"# + "\n")
  }

  @Test func `a JSON record is indented and coloured on a terminal`() throws {
    let fields: [(Column, CellValue)] = [
      (Column("id"), .text("p-1")), (Column("price"), .decimal(3)),
      (Column("sold"), .boolean(true)),
    ]
    #expect(
      try record(.json, on: terminal(40), fields) == """
        {
          "id": "p-1",
          "price": 3,
          "sold": true
        }

        """)
    let (name, other, end) = ("\u{1B}[1m", "\u{1B}[35m", "\u{1B}[0m")
    #expect(
      try record(.json, on: terminal(40, colors: true), fields) == """
        {
          \(name)"id"\(end): "p-1",
          \(name)"price"\(end): \(other)3\(end),
          \(name)"sold"\(end): \(other)true\(end)
        }

        """)
    #expect(try record(.json, on: terminal(40), []) == "{}\n")
  }

  @Test func `a terminal gets each row of a JSON list as it arrives`() throws {
    let sink = MemorySink()
    let stream = ByteStream(to: sink)
    let output = Output(.json, to: stream, style: terminal(40))
    try output.columns([Column("id")])
    try output.row([.integer(1)])
    try stream.flush()
    #expect(sink.text == "[\n  {\n    \"id\": 1\n  }")
    try output.abandon()
    try stream.flush()
    #expect(sink.text == "[\n  {\n    \"id\": 1\n  }\n")
  }

  @Test func `a failed command leaves its JSON array unclosed`() throws {
    let text = try rendered(.json) { output in
      try output.columns([Column("id")])
      try output.row([.integer(1)])
      try output.row([.integer(2)])
      try output.abandon()
      try output.text("next")
    }
    #expect(text == "[{\"id\":1},\n{\"id\":2}\nnext\n")
  }
}
