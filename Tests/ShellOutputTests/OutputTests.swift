@testable import ShellOutput
import Testing

@MainActor
@Suite struct `An output` {
  private let columns = [Column("id")]

  @Test(arguments: OutputFormat.allCases)
  func `text output is the same in every format`(_ format: OutputFormat) throws {
    #expect(try rendered(format) { try $0.text("a\tb \\ \"c\"\nd") } == "a\tb \\ \"c\"\nd\n")
  }

  @Test func `text on a terminal keeps its line breaks, and other control characters are escaped`()
    throws
  {
    #expect(
      try rendered(.tsv, on: terminal(10)) { try $0.text("a\tb\n\u{1B}[1m\rc") }
        == "a\tb\n\\u{1B}[1m\\rc\n")
  }

  @Test func `text or another list ends the current list`() throws {
    let text = try rendered(.json) { output in
      try output.columns(columns)
      try output.row([.integer(1)])
      try output.text("and")
      try output.columns(columns)
      try output.columns(columns)
      try output.row([.integer(2)])
      try output.record(columns, [.integer(3)])
      try output.finish()
      try output.finish()
    }
    #expect(text == "[{\"id\":1}]\nand\n[]\n[{\"id\":2}]\n{\"id\":3}\n")
  }

  @Test(arguments: [
    (OutputFormat.json, "{\"id\":1}\n", "[{\"id\":1},\n{\"id\":2}]\n"),
    (.jsonl, "{\"id\":1}\n", "{\"id\":1}\n{\"id\":2}\n"), (.tsv, "1\n", "1\n2\n"),
    (.csv, "id\r\n1\r\n", "id\r\n1\r\n2\r\n"), (.table, "id  1\n", "id\n 1\n 2\n"),
  ])
  func `the first value of a text is a record alone, and in a list if more follow`(
    format: OutputFormat, one: String, two: String
  ) throws {
    for (count, text) in [(1, one), (2, two)] {
      let written = try rendered(format) { output in
        try output.values(columns, areMore: false)
        try output.row([.integer(1)])
        if count == 2 {
          try output.values(columns, areMore: true)
          try output.row([.integer(2)])
        }
        try output.finish()
        let result = try #require(output.takeResult())
        #expect(result.rows.count == count)
        #expect(result.isList == (count == 2))
      }
      #expect(written == text)
      #expect(
        try rendered(format) { output in
          try output.values(columns, areMore: false)
          try output.row([.integer(1)])
          try output.text("and")
          try output.columns(columns)
          try output.row([.integer(2)])
          try output.abandon()
        }.hasPrefix(one + "and\n"))
    }
  }

  private static func optional(_ names: [String]) -> [Column] {
    names.map { name in
      var column = Column(name)
      column.presence = .own
      return column
    }
  }

  @Test(arguments: [
    (OutputFormat.json, #"[{"a":1},@{"a":2,"b":3},@{"b":4}]@"#),
    (.jsonl, #"{"a":1}@{"a":2,"b":3}@{"b":4}@"#), (.tsv, "1\t@2\t3@\t4@"),
    (.csv, "a,b\r@1,\r@2,3\r@,4\r@"), (.table, "a  b@1@2  3@   4@"),
  ])
  func `the records of a list can have other fields`(format: OutputFormat, text: String) throws {
    let written = try rendered(format) { output in
      try output.columns(Self.optional(["a"]))
      try output.row([.integer(1)])
      try output.change(Self.optional(["a", "b"]))
      try output.row([.integer(2), .integer(3)])
      try output.row([.missing, .integer(4)])
      try output.finish()
    }
    #expect(written == text.replacing("@", with: "\n"))
  }

  @Test(arguments: [OutputFormat.csv, .tsv])
  func `a field after the first thousand records is an error of CSV and TSV`(
    format: OutputFormat
  ) throws {
    let count = { (text: String) in text.count { $0.isNewline } }
    let written = try rendered(format) { output in
      try output.columns(Self.optional(["a"]))
      for number in 1...1000 { try output.row([.integer(number)]) }
      try output.change(Self.optional(["a", "b"]))
      try output.row([.integer(1001), .missing])
      #expect {
        try output.row([.integer(1002), .integer(1)])
      } throws: { error in
        ShellError(error).message == "record 1002 has the field 'b', for which there is no column"
      }
    }
    #expect(count(written) == (format == .csv ? 1002 : 1001))
  }

  @Test func `a field after the first thousand records is reported at the end of a table`() throws {
    let notices = Notices()
    let written = try rendered(.table) { output in
      output.reporter = notices
      try output.columns(Self.optional(["a"]))
      for number in 1...1000 { try output.row([.integer(number)]) }
      try output.change(Self.optional(["a", "b", "c"]))
      for number in 1001...1003 { try output.row([.integer(number), .integer(1), .integer(2)]) }
      #expect(notices.texts.isEmpty)
      try output.finish()
    }
    #expect(written.split(separator: "\n").count == 1004)
    #expect(
      notices.texts == [
        "there is no column for 'b', 'c', first in record 1001; 'select' names the columns"
      ])
  }

  @Test(arguments: [OutputFormat.csv, .tsv, .table])
  func `of a source without an end, nothing is held back, and the first record has the columns`(
    format: OutputFormat
  ) throws {
    let notices = Notices()
    let sink = MemorySink()
    let stream = ByteStream(to: sink)
    let output = Output(format, to: stream)
    output.reporter = notices
    output.beginEndless()
    try output.columns(Self.optional(["a"]))
    try output.row([.integer(1)])
    try stream.flush()
    #expect(sink.text.contains("1"))
    try output.change(Self.optional(["a", "b"]))
    for _ in 1...2 { try output.row([.missing, .integer(2)]) }
    #expect(notices.texts == ["there is no column for the field 'b', first in record 2"])
    try output.finish()
    #expect(notices.texts.count == 1)
  }

  @Test(arguments: OutputFormat.allCases)
  func `with named columns rows are written as they come`(format: OutputFormat) throws {
    let sink = MemorySink()
    let stream = ByteStream(to: sink)
    let output = Output(format, to: stream)
    try output.columns(columns)
    try output.row([.integer(1)])
    try stream.flush()
    #expect(sink.text.contains("1") == (format != .table))
    try output.finish()
  }

  @Test(arguments: [
    (OutputFormat.json, "[1,\n{\"a\":2}]\n"), (.jsonl, "1\n{\"a\":2}\n"), (.tsv, "1\t\n\t2\n"),
  ])
  func `an element that is no record is written as it came`(
    format: OutputFormat, text: String
  ) throws {
    let written = try rendered(format) { output in
      try output.columns([.element])
      try output.row([.integer(1)])
      try output.change(Self.optional(["a"]))
      try output.row([.integer(2)])
      try output.finish()
    }
    #expect(written == text)
  }

  @Test func `a row before its columns, or of the wrong length, is refused`() throws {
    _ = try rendered(.tsv) { output in
      #expect(throws: OutputMisuse(message: "wrote a row before its columns")) {
        try output.row([.integer(1)])
      }
      try output.columns(columns)
      #expect(throws: OutputMisuse(message: "wrote 2 values for 1 column: id")) {
        try output.row([.integer(1), .integer(2)])
      }
      #expect(throws: OutputMisuse(message: "wrote 0 values for 1 column: id")) {
        try output.record(columns, [])
      }
    }
  }

  @Test(arguments: [OutputFormat.csv, .json, .table])
  func `a list that fails before its first row writes nothing`(
    _ format: OutputFormat
  ) throws {
    let text = try rendered(format) { output in
      try output.columns(columns)
      try output.abandon()
    }
    #expect(text == "")
  }

  @Test func `an output keeps the first thousand records of the last result`() throws {
    _ = try rendered(.tsv) { output in
      #expect(output.takeResult() == nil)
      try output.columns(columns)
      for index in 0..<1001 { try output.row([.integer(index)]) }
      try output.finish()
      let result = try #require(output.takeResult())
      #expect(result.rows.count == 1000)
      #expect(result.rows.last == [.integer(999)])
      #expect(result.isList)
      try output.text("no result")
      #expect(output.takeResult() == nil)
    }
  }

  @Test func `an output gives its last result as JSON`() throws {
    _ = try rendered(.table) { output in
      try output.columns(columns)
      try output.row([.text("a")])
      try output.row([.text("b")])
      #expect(output.takeResult()?.jsonText() == #"[{"id":"a"},{"id":"b"}]"#)
      try output.record(columns, [.null])
      #expect(output.takeResult()?.jsonText() == #"{"id":null}"#)
    }
  }

  @Test func `an output can be used again after a failure of its stream`() throws {
    let full = ByteStream(to: FullSink())
    let output = Output(.json, to: full)
    try output.columns(columns)
    try output.row([.integer(1)])
    #expect(throws: OutputClosed()) { try full.flush() }
    #expect(throws: OutputClosed()) { try output.abandon() }
    full.recover()
    try output.finish()
    try output.text("again")
    #expect(throws: OutputClosed()) { try full.flush() }
  }

  @Test func `an output that is cut off shows nothing that it held`() throws {
    let sink = MemorySink()
    let stream = ByteStream(to: sink)
    let output = Output(.table, to: stream)
    try output.columns(columns)
    try output.row([.text("held")])
    output.cutOff()
    try output.showNow()
    #expect(throws: OutputClosed.self) { try output.row([.text("late")]) }
    try stream.flush()
    #expect(sink.bytes.isEmpty)
  }

  @Test func `an output accepts no row after columns that failed`() throws {
    let full = ByteStream(to: FullSink())
    let output = Output(.table, to: full)
    try output.columns([Column("a"), Column("b", hint: .bar(of: "a"))])
    try output.row([.integer(1), .integer(2)])
    _ = try? full.flush()
    try full.writeLine("x")
    #expect(throws: OutputClosed()) { try full.flush() }
    #expect(throws: OutputClosed()) { try output.columns(columns) }
    #expect(throws: OutputMisuse.self) { try output.row([.integer(1)]) }
  }

  private final class FullSink: ByteSink {
    func write(_ bytes: UnsafeRawBufferPointer) throws { throw OutputClosed() }
  }
}

@MainActor
private final class Notices: NoticeReceiver {
  private(set) var texts: [String] = []

  func report(_ notice: String) { texts.append(notice) }
}
