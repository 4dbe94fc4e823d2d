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

  @Test func `a list can have further fields`() throws {
    for format in [OutputFormat.json, .jsonl, .tsv] {
      let text = try rendered(format) { output in
        try output.columns(columns)
        try output.row([.integer(1)])
        #expect(output.takesNewFields)
        try output.extend(columns + [Column("b")])
        try output.row([.null, .integer(2)])
        try output.finish()
      }
      #expect(text.filter { $0 == "[" }.count == (format == .json ? 1 : 0))
      #expect(text.filter { $0 == "\n" }.count == 2)
      #expect(text.contains("2"))
    }
    _ = try rendered(.csv) { #expect(!$0.takesNewFields) }
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
