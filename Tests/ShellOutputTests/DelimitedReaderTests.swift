@testable import ShellOutput
import Testing

@MainActor
@Suite struct `Reading CSV and TSV` {
  @Test(
    arguments: [
      ("a,b\r\n1,2\r\n", [["1", "2"]]), ("a,b\n1,2\n", [["1", "2"]]), ("a,b\n1,2", [["1", "2"]]),
      ("a,b\n1,2\r", [["1", "2"]]), ("\u{FEFF}a,b\n1,2\n", [["1", "2"]]),
      ("\u{FEFF}\"a\",b\n1,2\n", [["1", "2"]]),
      ("a,b\n,2\n1,\n,\n", [["", "2"], ["1", ""], ["", ""]]),
      ("a,b\n\"1\",\"\"\n", [["1", ""]]),
      ("a,b\n\"x,y\",\"say \"\"hi\"\"\"\n", [["x,y", "say \"hi\""]]),
      ("a,b\n\"one\r\ntwo\n\nthree\",2\r\n", [["one\r\ntwo\n\nthree", "2"]]),
      ("a,b\nsay \"hi\",\"\"\"\"\n", [["say \"hi\"", "\""]]),
      ("a,b\n1\", \"2\"\n", [["1\"", " \"2\""]]),
      ("a,b\n 1 ,\t2\n", [[" 1 ", "\t2"]]), ("a,b\n1\r2,3\n", [["1\r2", "3"]]),
      ("\n\na,b\n\n1,2\n\r\n3,4\n\n\n", [["1", "2"], ["3", "4"]]),
      ("a,b\n", []), ("a,b", []), ("a,b\n1\\t,é世界👩‍👧\n", [["1\\t", "é世界👩‍👧"]]),
      ("a,b\n\"\u{FEFF}\",\"x\ny\"\n", [["\u{FEFF}", "x\ny"]]),
    ] as [(String, [[String]])])
  func `the CSV reader reads records`(_ text: String, _ rows: [[String]]) throws {
    let kept = try read(.csv, text)
    #expect(kept.columns == [["a", "b"]])
    #expect(kept.isList == true)
    #expect(kept.rows == rows.map { $0.map { $0.isEmpty ? .null : .untyped($0) } })
  }

  @Test(
    arguments: [
      ("a\tb\n1\t2\n", [["1", "2"]]), ("a\tb\r\n1\t2\r\n", [["1", "2"]]),
      ("a\tb\n1\t2", [["1", "2"]]),
      ("\u{FEFF}a\tb\n1\t2\n", [["1", "2"]]),
      ("a\tb\n\t2\n1\t\n\t\n", [["", "2"], ["1", ""], ["", ""]]),
      ("a\tb\nx\\ty\\nz\t\\r\\\\n\n", [["x\ty\nz", "\r\\n"]]),
      ("a\tb\n\\x\\\t\"q\"\n", [["\\x\\", "\"q\""]]),
      ("\na\tb\n\n1\t2\n\n", [["1", "2"]]), ("a\tb\n1\r2\té\n", [["1\r2", "é"]]), ("a\tb\n", []),
    ] as [(String, [[String]])])
  func `the TSV reader reads records`(_ text: String, _ rows: [[String]]) throws {
    let kept = try read(.tsv, text)
    #expect(kept.columns == [["a", "b"]])
    #expect(kept.isList == true)
    #expect(kept.rows == rows.map { $0.map { $0.isEmpty ? .null : .untyped($0) } })
  }

  @Test func `fields of CSV or TSV without a header can be named`() throws {
    for (format, text) in [(InputFormat.csv, "1,2\n3,4\n"), (.tsv, "1\t2\n3\t4\n")] {
      let kept = try read(format, text, fields: ["x", "y"])
      #expect(
        kept.records == [
          "1: x: untyped(\"1\"), y: untyped(\"2\")", "2: x: untyped(\"3\"), y: untyped(\"4\")",
        ])
      #expect(try read(format, "", fields: ["x", "y"]).columns == [["x", "y"]])
      #expect(throws: ShellError(.usage, "two fields are named 'x'")) {
        try read(format, "", fields: ["x", "y", "x"])
      }
    }
  }

  @Test func `a field without a name is named by its position`() throws {
    #expect(try read(.csv, ",b,\"\"\n1,2,3\n").columns == [["column_1", "b", "column_3"]])
    #expect(try read(.tsv, "a\t\n").columns == [["a", "column_2"]])
  }

  @Test func `an empty line is skipped, unless it is a TSV record of one field`() throws {
    #expect(try read(.csv, "a\n\n1\n\"\"\n").rows == [[.untyped("1")], [.null]])
    #expect(try read(.tsv, "a\n\n1\n\n").rows == [[.null], [.untyped("1")], [.null]])
    #expect(try read(.tsv, "\n1\n", fields: ["a"]).rows == [[.null], [.untyped("1")]])
    #expect(try read(.csv, "\n1\n", fields: ["a"]).rows == [[.untyped("1")]])
  }

  @Test func `empty CSV or TSV input is an empty list`() throws {
    for format in [InputFormat.csv, .tsv] {
      for text in ["", "\n\n", "\u{FEFF}"] {
        let kept = try read(format, text)
        #expect(kept.columns == [[]] && kept.rows.isEmpty && kept.isList == true)
      }
    }
  }

  @Test func `the CSV and TSV readers report the first line of each record`() throws {
    #expect(try read(.csv, "\na,b\n1,2\n\n\"x\ny\n\",3\r\n4,5\n").lines == [3, 5, 8])
    #expect(try read(.tsv, "a\tb\n1\t2\n\n3\t4\n").lines == [2, 4])
  }

  @Test(
    arguments: [
      (.csv, "a,b\n1,2\n1\n", "line 3 of 'f': expected 2 fields, as in the header, but found 1"),
      (
        .csv, "a,b\n\"x\ny\",2\n1,2,3\n",
        "line 4 of 'f': expected 2 fields, as in the header, but found 3"
      ),
      (.tsv, "a\n1\t2\n", "line 2 of 'f': expected 1 field, as in the header, but found 2"),
      (.csv, "a,b\n1,\"x\ny,2\n", "line 2 of 'f': a quote that begins here is not closed"),
      (.csv, "a,b\n\"x\ny\",\"\n", "line 3 of 'f': a quote that begins here is not closed"),
      (
        .csv, "a,b\n\"x\ny\"z,2\n",
        "line 3 of 'f': a quoted field must be followed by ',' or the end of the line"
      ),
      (.csv, "a,b,a\n", "line 1 of 'f': two fields are named 'a'"),
      (.tsv, "column_2\t\n", "line 1 of 'f': two fields are named 'column_2'"),
    ] as [(InputFormat, String, String)])
  func `a CSV or TSV error names the line`(_ format: InputFormat, _ text: String, _ message: String)
  {
    let error = readError(format, Array(text.utf8), file: "f")
    #expect(error?.message == message)
    #expect(error?.code == .failed)
  }

  @Test(arguments: [
    (InputFormat.csv, ("a,b\r\n1,2\r\n1,x", "\r\n")), (.csv, ("a,b\n1,2\n\"1\",\"x", "\"\n")),
    (.csv, ("a,b\n1,2\n\"1\",\"\"\"x", "\"\n")), (.tsv, ("a\tb\n1\t2\n1\tx", "\n")),
    (.tsv, ("a\tb\n1\t2\n1\t\\tx", "\n")),
  ])
  func `CSV or TSV that is not UTF-8 is an error with the line`(
    _ format: InputFormat, _ text: (String, String)
  ) {
    for wrong in [[0xFF], [0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0x80]] as [[UInt8]] {
      let error = readError(format, Array(text.0.utf8) + wrong + Array(text.1.utf8))
      #expect(error?.message == "line 3 of the input: the text is not UTF-8")
      #expect(error?.hint?.contains("iconv") == true)
    }
  }

  @Test func `a CSV or TSV record is limited to 16 MiB`() throws {
    let long = String(repeating: "x", count: (16 << 20) - 1)
    #expect(try read(.tsv, "a\n\(long)\n1\n").rows.count == 2)
    #expect(try read(.csv, "a\n\(long)\n1\n").rows.count == 2)
    for format in [InputFormat.csv, .tsv] {
      let kept = KeptRecords()
      let error = readError(format, Array("a\n1\n\(long)xx\n".utf8), into: kept)
      #expect(error?.code == .limit)
      #expect(error?.message == "line 3 of the input: the record is longer than 16 MiB")
      #expect(kept.rows == [[.untyped("1")]])
    }
  }

  @Test func `an unclosed CSV quote does not fill the memory`() throws {
    let reader = try InputFormat.csv.reader(to: KeptRecords())
    let chunk = [UInt8](repeating: UInt8(ascii: "\n"), count: 1 << 20)
    try Array("a\n\"".utf8).withUnsafeBytes { try reader.feed($0) }
    for _ in 1..<16 { try chunk.withUnsafeBytes { try reader.feed($0) } }
    #expect {
      try chunk.withUnsafeBytes { try reader.feed($0) }
    } throws: { error in
      let error = ShellError(error)
      return error.code == .limit && error.hint == "perhaps a quote is not closed"
    }
  }
}
