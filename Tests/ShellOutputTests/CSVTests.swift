@testable import ShellOutput
import Testing

@MainActor
@Suite struct `Output as CSV` {
  private let columns = [Column("id"), Column("comment")]

  @Test func `CSV has a header and lines that end in CR LF`() throws {
    #expect(
      try list(.csv, columns, [[.integer(1), .text("fine")], [.integer(2), .null]])
        == "id,comment\r\n1,fine\r\n2,\r\n")
  }

  @Test func `an empty list in CSV is only the header`() throws {
    #expect(try list(.csv, columns, []) == "id,comment\r\n")
  }

  @Test func `a single record in CSV has a header too`() throws {
    #expect(try record(.csv, [(Column("id"), .text("p-1"))]) == "id\r\np-1\r\n")
  }

  @Test(arguments: [
    ("plain", "plain"), ("a,b", "\"a,b\""), ("say \"hi\"", "\"say \"\"hi\"\"\""),
    ("a\nb", "\"a\nb\""), ("a\r\nb", "\"a\r\nb\""), ("a\rb", "\"a\rb\""),
    (" lead", "\" lead\""), ("trail ", "\"trail \""), ("in side", "in side"), ("", ""),
    ("\"", "\"\"\"\""), ("世界", "世界"),
  ])
  func `a CSV field is quoted if necessary`(_ text: String, _ field: String) throws {
    #expect(
      try list(.csv, columns, [[.integer(1), .text(text)]])
        == "id,comment\r\n1,\(field)\r\n")
  }

  @Test func `a single empty field in CSV is not an empty line`() throws {
    #expect(try list(.csv, [Column("id")], [[.null]]) == "id\r\n\"\"\r\n")
  }

  @Test func `CSV output is read back unchanged`() throws {
    let texts = ["", ",", "\"\"", "\r\n", "\n\"", "a,\"b\"\r\nc", " ", "\t", "e\u{301},", "'"]
    let rows = texts.flatMap { first in texts.map { [first, $0] } }
    let csv = try list(.csv, columns, rows.map { $0.map { CellValue.text($0) } })
    #expect(try parse(csv) == [["id", "comment"]] + rows)
  }

  @Test func `a bare carriage return in CSV does not reach a terminal`() throws {
    #expect(
      try list(.csv, on: terminal(80), columns, [[.integer(1), .text("a\rb\r\nc")]])
        == "id,comment\r\n1,\"a\\rb\r\nc\"\r\n")
  }

  /// Parses exactly the grammar of RFC 4180, section 2.
  private func parse(_ csv: String) throws -> [[String]] {
    var records: [[String]] = []
    var record: [String] = []
    var bytes = Array(csv.utf8)[...]
    while !bytes.isEmpty {
      var field: [UInt8] = []
      if bytes.first == UInt8(ascii: "\"") {
        bytes.removeFirst()
        while true {
          let next = bytes.popFirst()
          let byte = try #require(next)
          if byte != UInt8(ascii: "\"") {
            field.append(byte)
          } else if bytes.first == byte {
            field.append(bytes.removeFirst())
          } else {
            break
          }
        }
      } else {
        while let byte = bytes.first, byte != UInt8(ascii: ","), byte != UInt8(ascii: "\r") {
          try #require(byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\n"))
          field.append(bytes.removeFirst())
        }
      }
      record.append(String(decoding: field, as: UTF8.self))
      let separator = bytes.popFirst()
      if separator == UInt8(ascii: ",") { continue }
      let end = bytes.popFirst()
      try #require(separator == UInt8(ascii: "\r") && end == UInt8(ascii: "\n"))
      records.append(record)
      record = []
    }
    return records
  }
}
