@testable import ShellOutput
import Testing

/// Readers receive their bytes in chunks of any size.
@MainActor
@Suite struct `Readers and chunks` {
  nonisolated private static let documents: [(InputFormat, String)] = [
    (.csv, "\u{FEFF}\"i\nd\",name\r\n1,\"a,\"\"b\"\"\r\nc\"\r\n\r\n,\"\"\n世界,x\"y\r\n\"\"\"\",z"),
    (.csv, "a\n\"1\"\n\n2\n"),
    (.tsv, "\u{FEFF}id\tname\r\n1\ta\\tb\\\\\r\n\n\t\né世界\t\\n\\x\n3\t4"),
    (.tsv, "a\n\n1\n"),
    (
      .json,
      "\u{FEFF} [ {\"a\": \"x]}\\\"\", \"b\":[1,{\"c\":null}]} ,\n 12, {\"b\":-1.5e3,\"d\":true} ]\n"
    ),
    (.json, "{\"a\":\"\\ud83d\\ude00é\"} 17[] \"s\\\\\" [[1],[]] null{\"a\":0}"),
    (.json, " {\"a\":1, \"b\":{}} "), (.json, "12"), (.json, "[]"),
    (.jsonl, "\u{FEFF}{\"a\":1,\"b\":\"é\\n\"}\r\n\n [1, 2] \n{\"b\":1.25}\n7"),
  ]

  private func outcome(_ format: InputFormat, _ chunks: [[UInt8]]) -> [String] {
    let kept = KeptRecords()
    do {
      _ = try read(format, chunks, into: kept)
    } catch {
      return kept.records + [ShellError(error).message]
    }
    return kept.records + ["\(kept.columns) \(kept.isList == true)"]
  }

  @Test(arguments: documents)
  func `a document divided at any byte gives the same records`(
    _ format: InputFormat, _ text: String
  ) {
    let bytes = Array(text.utf8)
    let whole = outcome(format, [bytes])
    for middle in 0...bytes.count {
      #expect(outcome(format, [Array(bytes[..<middle]), Array(bytes[middle...])]) == whole)
    }
  }

  @Test(arguments: documents)
  func `a document in pieces of one to five bytes gives the same records`(
    _ format: InputFormat, _ text: String
  ) {
    let bytes = Array(text.utf8)
    let whole = outcome(format, [bytes])
    for size in 1...5 {
      let pieces = stride(from: 0, to: bytes.count, by: size).map {
        Array(bytes[$0..<min($0 + size, bytes.count)])
      }
      #expect(outcome(format, pieces) == whole)
    }
  }

  @Test(arguments: documents)
  func `a damaged document fails the same way however it is divided`(
    _ format: InputFormat, _ text: String
  ) {
    let bytes = Array(text.utf8)
    for index in bytes.indices {
      for document in [
        Array(bytes[..<index]), bytes[..<index] + [UInt8(ascii: "\"")] + bytes[index...],
        bytes[..<index] + [0xFF] + bytes[index...],
      ] {
        #expect(outcome(format, document.map { [$0] }) == outcome(format, [document]))
      }
    }
  }

  @Test(
    arguments: [
      (.csv, ["a,b\n", "1,2\n", "3,\"x\n", "y\"", "\n", "4,"], [0, 1, 1, 1, 2, 2]),
      (.tsv, ["a\tb\n", "1\t2\n3", "\t4", "\n"], [0, 1, 1, 2]),
      (.jsonl, ["{\"a\"", ":1}", "\n", "2\n3", "\n"], [0, 0, 1, 2, 3]),
      (.json, ["[{\"a\"", ":1}", ",2", ",", "[3]", "]"], [0, 1, 1, 2, 3, 3]),
      (.json, ["{\"a\":1}", "\n", "{\"a\":2}", "{\"a\":3}"], [1, 1, 2, 3]),
    ] as [(InputFormat, [String], [Int])])
  func `a record is passed on as soon as it is complete`(
    _ format: InputFormat, _ chunks: [String], _ counts: [Int]
  ) throws {
    let kept = KeptRecords()
    _ = try? read(format, chunks.map { Array($0.utf8) }, into: kept)
    #expect(kept.counts == counts)
  }

  @Test(arguments: [
    (["{\"a\":1}", "\n", "{\"a\":2}", "{\"a\":3}"], [1, 1, 2, 3], true),
    (["{\"a\":1}{\"b\":", "2}"], [1, 2], true), (["{\"a\":1}", "\n"], [1, 1], false),
    (["[{\"a\":1}", "]"], [1, 1], true),
  ])
  func `a first value is passed on alone, and becomes the first of a list`(
    chunks: [String], counts: [Int], isList: Bool
  ) throws {
    let kept = KeptRecords()
    _ = try read(.json, chunks.map { Array($0.utf8) }, into: kept)
    #expect(kept.counts == counts)
    #expect(kept.isList == isList)
  }

  @Test(arguments: [InputFormat.csv, .tsv, .json, .jsonl])
  func `a long record is read in linear time, however it is divided`(
    _ format: InputFormat
  ) throws {
    let text = String(repeating: "xy\\\\", count: 500_000)
    let quote = format == .tsv ? "" : "\""
    let record = Array("\(quote)\(text)\(quote)\n".utf8)
    let header: [[UInt8]] = format == .csv || format == .tsv ? [Array("a\n".utf8)] : []
    let kept = try read(format, header + record.map { [$0] })
    #expect(kept.rows.count == 1)
    #expect(kept.rows[0][0].plainText.utf8.count == (format == .csv ? 2_000_000 : 1_500_000))
  }
}
