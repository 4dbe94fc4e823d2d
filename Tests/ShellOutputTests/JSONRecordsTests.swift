@testable import ShellOutput
import FoundationEssentials
import Testing

@MainActor
@Suite struct `Reading JSON as records` {
  nonisolated private static let record = ["id", "n"]
  nonisolated private static let rows: [[CellValue]] = [
    [.text("a"), .integer(1)], [.text("b"), .integer(2)],
  ]

  @Test(
    arguments: [
      (.json, #"[{"id":"a","n":1},{"id":"b","n":2}]"#),
      (.json, #"[{"id":"a","n":1}][{"id":"b","n":2}]"#),
      (.json, " [ {\"id\" : \"a\",\n\t\"n\":1 } , {\"id\":\"b\", \"n\":2}\r\n] \n"),
      (.json, #"{"id":"a","n":1}{"id":"b","n":2}"#),
      (.json, "{\"id\":\"a\",\"n\":1}\n{\"id\":\"b\",\"n\":2}\n"),
      (.json, #"[{"id":"a","n":1}] {"id":"b","n":2} []"#),
      (.json, "\u{FEFF}[{\"id\":\"a\",\"n\":1},{\"id\":\"b\",\"n\":2}]"),
      (.jsonl, "{\"id\":\"a\",\"n\":1}\n{\"id\":\"b\",\"n\":2}\n"),
      (.jsonl, "\u{FEFF}{\"id\":\"a\",\"n\":1}\r\n \r\n\n{\"id\":\"b\",\"n\":2}"),
    ] as [(InputFormat, String)])
  func `JSON arrays and sequences of values are read as records`(
    _ format: InputFormat, _ text: String
  ) throws {
    let kept = try read(format, text)
    #expect(kept.columns == [Self.record])
    #expect(kept.rows == Self.rows)
    #expect(kept.isList == true)
  }

  @Test(
    arguments: [
      (.json, #"{"id":"a","n":1}"#, false), (.json, "\n{\"id\":\"a\",\"n\":1}\n", false),
      (.json, #"[{"id":"a","n":1}]"#, true), (.json, #"[]{"id":"a","n":1}"#, true),
      (.jsonl, #"{"id":"a","n":1}"#, true),
    ] as [(InputFormat, String, Bool)])
  func `a single JSON object is a single record, except in JSON lines`(
    _ format: InputFormat, _ text: String, _ isList: Bool
  ) throws {
    let kept = try read(format, text)
    #expect(kept.rows == [Self.rows[0]])
    #expect(kept.isList == isList)
  }

  @Test func `a JSON value that is not an object becomes the field value`() throws {
    let values: [CellValue] = [
      .integer(1), .text("a"), .null, .boolean(true), .list([.integer(2), .list([])]),
    ]
    for (format, text) in [
      (InputFormat.json, #"[1,"a",null,true,[2,[]]]"#), (.jsonl, "1\n\"a\"\nnull\ntrue\n[2,[]]\n"),
      (.json, #"1 "a" null true [[2,[]]]"#),
    ] {
      let kept = try read(format, text)
      #expect(kept.columns == [["value"]])
      #expect(kept.rows == values.map { [$0] })
    }
    #expect(try read(.json, "12").rows == [[.integer(12)]])
    #expect(try read(.json, "12").isList == false)
  }

  @Test func `empty JSON input and an empty array are empty lists`() throws {
    for (format, text) in [
      (InputFormat.json, ""), (.json, " \n"), (.json, "[]"), (.json, "[ ] [ ]"), (.jsonl, ""),
      (.jsonl, "\n \n"),
    ] {
      let kept = try read(format, text)
      #expect(kept.columns == [[]] && kept.rows.isEmpty && kept.isList == true)
    }
  }

  @Test func `a record has the members that it came with, in their order`() throws {
    let members = ["a", "b", "c", "d", "ab", ""]
    var random = SystemRandomNumberGenerator()
    for _ in 0..<500 {
      let names = (0..<8).map { _ in
        Array(members.shuffled(using: &random).prefix(Int.random(in: 0...members.count)))
      }
      let lines = names.map { names in
        "{" + names.enumerated().map { "\"\($1)\":\($0)" }.joined(separator: ",") + "}\n"
      }
      let expected = names.enumerated().map { line, names in
        "\(line + 1): " + names.enumerated().map { "\($1): integer(\($0))" }.joined(separator: ", ")
      }
      #expect(try read(.jsonl, lines.joined()).records == expected)
    }
  }

  @Test func `members that only some records have need no new columns`() throws {
    let kept = try read(
      .jsonl, "{\"a\":1}\n{\"b\":2,\"a\":3}\n{\"b\":4}\n{\"a\":6,\"c\":5}\n{\"a\":7}\n{}\n")
    #expect(kept.columns == [["a"], ["b", "a"], ["b", "a", "c"]])
    #expect(
      kept.rows.dropFirst(2) == [
        [.integer(4), .missing], [.missing, .integer(6), .integer(5)],
        [.missing, .integer(7), .missing], [.missing, .missing, .missing],
      ])
  }

  @Test func `records of other names each have few columns`() throws {
    let kept = try read(.jsonl, (0..<1000).map { "{\"key\($0)\":\($0)}\n" }.joined())
    #expect(kept.rows.allSatisfy { $0.count <= 65 })
    #expect(kept.records[700] == "701: key700: integer(700)")
  }

  @Test func `of two JSON members with one name the last one counts, with a notice`() throws {
    let kept = try read(.jsonl, "{\"a\":1,\"b\":2}\n{\"a\":1,\"b\":2,\"a\":3}\n{\"b\":1,\"b\":2}\n")
    #expect(
      kept.records == [
        "1: a: integer(1), b: integer(2)", "2: a: integer(3), b: integer(2)", "3: b: integer(2)",
      ])
    #expect(kept.notices == ["line 2: the member 'a' is repeated, and the last one counts"])
  }

  @Test(arguments: [
    #"{"a":{"b":1,"c":0,"b":2}}"#, #"{"a":{"b":0,"b":1,"c":0,"\u0062":2}}"#,
  ])
  func `of two members with one name inside a value the last one counts, with a notice`(
    json: String
  ) throws {
    let kept = try read(.jsonl, #"{"a":{"b":2,"c":0}}"# + "\n" + json + "\n")
    let inner = CellValue.record([.init("b", .integer(2)), .init("c", .integer(0))])
    #expect(kept.rows == [[inner], [inner]])
    #expect(kept.notices == ["line 2: the member 'b' is repeated, and the last one counts"])
    #expect(try CellValue(json: json) == .record([.init("a", inner)]))
  }

  @Test func `of many members with one name inside a value the last one counts`() throws {
    let members = (0..<40).map { "\"m\($0 % 20)\":\($0)" }.joined(separator: ",")
    let fields = (0..<20).map { CellValue.Field("m\($0)", .integer($0 + 20)) }
    #expect(try CellValue(json: "[{\(members)}]") == .list([.record(fields)]))
  }

  @Test func `a JSON name is the same with and without escapes`() throws {
    let kept = try read(
      .jsonl, #"{"é\"\\":1,"":2}"# + "\n" + #"{"\u00e9\u0022\u005C":3,"":4}"# + "\n{}\n")
    #expect(kept.columns == [["é\"\\", ""]])
    #expect(
      kept.rows == [
        [.integer(1), .integer(2)], [.integer(3), .integer(4)], [.missing, .missing],
      ])
  }

  @Test(arguments: [
    "0", "-7", "9223372036854775807", "-9223372036854775808", "123456789012345678", "18.5",
    "-0.25", "0.000000000000000000000000000000000001", "9223372036854775808",
    "12345678901234567890123456789012345678", "123456789012345678901234567890123456789",
    "1.2345678901234567890123456789012345678901", "1e400", "-2.5E-999",
    "340282366920938463463374607431768211457.00000000001",
  ])
  func `a JSON number keeps its notation`(_ number: String) throws {
    let kept = try read(.jsonl, #"{"a":[\#(number)]}"#)
    #expect(kept.rows.first?.first?.jsonText == "[\(number)]")
  }

  @Test(
    arguments: [
      ("18.50", .decimal(Decimal(1850) / 100)), ("1e3", .decimal(1000)), ("-0", .integer(0)),
      ("-0.0", .decimal(0)), ("1e400", .untyped("1e400")), ("1e-200", .untyped("1e-200")),
      ("100000000000000000000", .decimal(Decimal(1e20))),
    ] as [(String, CellValue)])
  func `a JSON number is an integer, a decimal, or kept as text`(_ text: String, _ value: CellValue)
    throws
  {
    #expect(try read(.jsonl, text).rows == [[value]])
  }

  @Test func `nested values and escapes in JSON are read`() throws {
    let kept = try read(
      .json, #"[{"a":{"b":[1,{"c":"}],\"["}]},"t":"\ud83d\ude00\n\u00e9\\"}]"#)
    #expect(
      kept.rows == [
        [
          .record([.init("b", .list([.integer(1), .record([.init("c", .text("}],\"["))])]))]),
          .text("😀\né\\"),
        ]
      ])
  }

  @Test func `the JSON readers report the first line of each record`() throws {
    #expect(try read(.json, "\n[\n{\"a\":\n1},\n\n{\"a\":2}\n, 3]").lines == [3, 6, 7])
    #expect(try read(.jsonl, "1\n\n2\n3").lines == [1, 3, 4])
  }

  @Test(
    arguments: [
      (.json, "[{\"a\":1},\n {\"a\":}]", "line 2, column 7 of 'f': expected a value"),
      (.json, "[1 2]", "line 1, column 4 of 'f': expected ',' or ']'"),
      (.json, "[1,]", "line 1, column 4 of 'f': expected a value"),
      (.json, "[,1]", "line 1, column 2 of 'f': expected a value"),
      (.json, "1\n]", "line 2, column 1 of 'f': expected a value"),
      (.json, "[1,\n2\n", "line 3, column 1 of 'f': expected ',' or ']'"),
      (.json, "[1,{\"a\":", "line 1, column 9 of 'f': expected a value"),
      (.json, "[1,\n{\"a\"\n:x}", "line 3, column 2 of 'f': expected a value"),
      (.json, "{a:1}", "line 1, column 2 of 'f': expected a name in double quotes"),
      (.json, "{]", "line 1, column 2 of 'f': expected a name in double quotes"),
      (.json, "}", "line 1, column 1 of 'f': expected a value"),
      (.json, "tru", "line 1, column 1 of 'f': expected a value"),
      (.json, "id,name\n1,2\n", "line 1, column 1 of 'f': expected a value"),
      (.jsonl, "1\n{\"a\":1,}\n", "line 2, column 8 of 'f': expected a name in double quotes"),
      (.jsonl, "1\n2 3\n", "line 2, column 3 of 'f': there is more than one value"),
      (.jsonl, "{\"a\":\n1}\n", "line 1, column 6 of 'f': expected a value"),
      (.jsonl, "\"\\ud83d\"", "line 1, column 2 of 'f': a string has half of a surrogate pair"),
    ] as [(InputFormat, String, String)])
  func `a JSON error names line and column`(
    _ format: InputFormat, _ text: String, _ message: String
  ) {
    #expect(readError(format, Array(text.utf8), file: "f")?.message == message)
  }

  @Test func `records before a JSON error are passed on`() {
    for (format, text) in [(InputFormat.json, "[1,2,x]"), (.jsonl, "1\n2\nx\n"), (.json, "1 2 x")] {
      let kept = KeptRecords()
      #expect(readError(format, Array(text.utf8), into: kept) != nil)
      #expect(kept.rows == [[.integer(1)], [.integer(2)]])
    }
  }

  @Test func `JSON that is not UTF-8 is an error with its position`() {
    for format in [InputFormat.json, .jsonl] {
      let error = readError(format, Array("1\n\"é".utf8) + [0xFF, UInt8(ascii: "\"")])
      #expect(error?.message.hasPrefix("line 2, column ") == true)
      #expect(error?.message.hasSuffix(": the text is not UTF-8") == true)
    }
  }

  @Test func `the nesting and the size of a JSON record are limited`() {
    let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
    for format in [InputFormat.json, .jsonl] {
      #expect(
        readError(format, Array("{\"a\":\(deep)}".utf8))?.message.hasSuffix(
          "nested more than 128 deep") == true)
      let kept = KeptRecords()
      let long = String(repeating: "x", count: 16 << 20)
      let error = readError(format, Array("1\n2\n\"\(long)\"\n".utf8), into: kept)
      #expect(error?.code == .limit)
      #expect(error?.message == "line 3 of the input: the record is longer than 16 MiB")
      #expect(kept.rows == [[.integer(1)], [.integer(2)]])
    }
  }
}
