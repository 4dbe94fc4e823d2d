@testable import ShellOutput
import FoundationEssentials
import Testing

/// The readers read the output of the renderers.
@MainActor
@Suite struct `Records that are written and read` {
  nonisolated private static let texts = [
    "a", "12", " ", ",", "\"", "\"\"", "\n", "\r", "\r\n", "\t", "\\", "\\t", "\\\\n", "é世界👩‍👧",
    "\u{FEFF}", "\u{0}", "\u{1B}[1m", "a,\"b\"\r\nc", "'", "{}", "null",
  ]

  @Test(arguments: [InputFormat.csv, .tsv])
  func `written texts are read back unchanged`(_ format: InputFormat) throws {
    let rows = Self.texts.flatMap { a in Self.texts.map { [CellValue.untyped(a), .untyped($0)] } }
    let columns = [Column("a"), Column("b,\"\r\n\t\\")]
    let text = try list(format == .csv ? .csv : .tsv, columns, rows + [[.null, .null]])
    let kept = try read(format, text, fields: format == .csv ? nil : columns.map(\.name))
    #expect(kept.columns == [columns.map(\.name)])
    #expect(kept.rows == rows + [[.null, .null]])
  }

  @Test(arguments: [InputFormat.csv, .tsv])
  func `a single written field is read back unchanged`(_ format: InputFormat) throws {
    let rows = Self.texts.map { [CellValue.untyped($0)] } + [[.null], [.untyped("end")], [.null]]
    let text = try list(format == .csv ? .csv : .tsv, [Column("a")], rows)
    #expect(try read(format, text, fields: format == .csv ? nil : ["a"]).rows == rows)
  }

  @Test(arguments: [InputFormat.json, .jsonl])
  func `written values are read back unchanged`(_ format: InputFormat) throws {
    let values: [CellValue] =
      Self.texts.map { .text($0) } + [
        .integer(.min), .integer(.max), .decimal(Decimal(1850) / 100), .boolean(false), .null,
        .list([.null, .text("x")]), .record([.init("é\"", .integer(1)), .init("", .list([]))]),
        .untyped("1e400"),
      ]
    let rows = values.flatMap { a in values.map { [a, $0] } }
    let columns = [Column("a"), Column("b\"\\\n")]
    let text = try list(format == .json ? .json : .jsonl, columns, rows)
    let kept = try read(format, text)
    #expect(kept.columns == [columns.map(\.name)])
    #expect(kept.rows == rows)
    #expect(kept.isList == true)
    let single = try record(.json, [(Column("a"), .integer(1))])
    #expect(try read(.json, single).isList == false)
  }
}
