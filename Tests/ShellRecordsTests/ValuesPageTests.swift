import Foundation
import ShellLanguage
import ShellOutput
@testable import ShellRecords
@testable import ShellRuntime
import Testing

/// The tables of `help values`.
@MainActor
struct ValuesPageTests {
  private struct Row: CustomTestStringConvertible, Sendable {
    let label: String
    let text: String
    var testDescription: String { label }
  }

  /// The rows of the page whose result is one of some words, or begins with a parenthesis.
  nonisolated private static func rows(_ select: (Row) -> Bool) -> [Row] {
    let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Documentation/Help/values.txt")
    let text = (try? String(contentsOf: page, encoding: .utf8)) ?? ""
    return text.components(separatedBy: "\nExamples:")[0].split(separator: "\n")
      .filter { $0.hasPrefix("  ") }
      .map { line in
        let gap = line.range(of: "  ", options: .backwards)
        return Row(
          label: line[..<(gap?.lowerBound ?? line.endIndex)].trimmingCharacters(in: .whitespaces),
          text: gap.map { String(line[$0.upperBound...]) } ?? "")
      }
      .filter(select)
  }

  nonisolated private static let conditions = rows { !$0.label.hasPrefix("(") }
  nonisolated private static let orders = rows {
    $0.label.hasPrefix("(") && ($0.text.hasPrefix("(") || $0.text == "an error")
  }
  nonisolated private static let groups = rows { ["one", "two"].contains($0.text) }

  @Test func `the page has its tables`() {
    #expect(Self.conditions.count > 50 && Self.orders.count > 6 && Self.groups.count > 8)
  }

  private let bench = StageBench()

  private static let record = StageBench.Part(
    ["n", "t", "s", "f", "z", "l", "o", "at", "w", "i", "c", "e", "u", "k"],
    [
      [
        .integer(7), .text("7"), .text(""), .boolean(true), .null,
        .list([.integer(7), .text("8")]), .record([.init("a", .integer(1))]),
        .text("2026-03-29T03:00:00+02:00"), .text("tomorrow"), .text("a-1"), .untyped("7"),
        .untyped(""), .untyped("x"), .list([]),
      ]
    ])

  private func result(of condition: String) -> String {
    do {
      return try bench.passed("where " + condition, [Self.record])[0].rows.isEmpty
        ? "false" : "true"
    } catch {
      return "an error"
    }
  }

  @Test("A condition is what the table says", arguments: conditions)
  private func condition(row: Row) {
    #expect(result(of: row.label) == row.text)
    // A left side that is no field is compared in another way.
    let parts = row.label.split(separator: " ", maxSplits: 1)
    let value = "(if true then \(parts[0]) else \(parts[0]))"
    #expect(result(of: "\(value) \(parts[1])") == row.text)
  }

  private static let variables = TestVariables(values: [
    "seven": .untyped("7"), "ten": .untyped("10"), "nine": .untyped("9"), "word": .untyped("x"),
    "nothing": .untyped(""),
  ])

  private func values(_ text: String) throws -> [CellValue] {
    let words = try #require(try ScriptParser.command(in: "print (\(text))"))
    let value = try #require(words[1].loneExpression).value(in: Self.variables)
    return try #require(value.listValue)
  }

  @Test("sort-by, min and max have the order of the table", arguments: orders)
  private func order(row: Row) throws {
    let part = StageBench.Part(["v"], try values(row.label).map { [$0] })
    guard row.text != "an error" else {
      #expect(bench.error("sort-by v", [part]) != nil)
      #expect(bench.error("group-by --min v", [part]) != nil)
      #expect(throws: ShellError.self) { try values("(min\(row.label), 0)") }
      return
    }
    let expected = try values(row.text)
    #expect(try bench.passed("sort-by v", [part])[0].rows.map { $0[0] } == expected)
    #expect(try bench.passed("sort-by -v", [part])[0].rows.map { $0[0] } == expected.reversed())
    let ends = try bench.passed("group-by --min v --max v", [part])[0].rows[0]
    #expect(Array(ends.dropFirst()) == [expected[0], expected[expected.count - 1]])
    #expect(try values("(min\(row.label), max\(row.label))") == Array(ends.dropFirst()))
  }

  @Test("uniq-by and group-by have the groups of the table", arguments: groups)
  private func groups(row: Row) throws {
    let part = StageBench.Part(["v"], try values(row.label).map { [$0] })
    let count = row.text == "one" ? 1 : 2
    #expect(try bench.passed("uniq-by v", [part])[0].rows.count == count)
    #expect(try bench.passed("group-by v", [part])[0].rows.count == count)
  }

  @Test(
    "A comparison that never met its own kind is reported once",
    arguments: [
      ("t = 42", "'t' is text in all 3 records; write '42'"),
      ("t != 42", "'t' is text in all 3 records; write '42'"),
      ("n = '7'", "'n' is a number in all 3 records; write 7 without quotes"),
      ("f = 'true'", "'f' is a Boolean in all 3 records; write true without quotes"),
      ("f = yes", "'f' is a Boolean in all 3 records; compare it with true or false"),
      (
        "t = 2026-03-29",
        "'t' is text in all 3 records; a time is as 2026-11-22T05:40:00Z; 'date(t)' reads those of HTTP, 'date(t, 'UTC')' those without a zone"
      ),
      ("t in (1, 2)", "'t' is text in all 3 records; write '1'"),
      ("(if true then t else n) = 7", "the value is text in all 3 records; write '7'"),
      ("t = (n)", "'t' is text in all 3 records"),
      ("mixed = 8", "'mixed' is never a number in all 3 records; write '8'"),
      (
        "l = 7",
        "'l' is a list in all 3 records; ~ finds an element, and 'l[0]' is the first one"
      ),
      ("n = 1 and t = 7", "'t' is text in the only record that was compared; write '7'"),
      ("t = 'x'", nil), ("met = 7", nil), ("c = 7", nil), ("c = 'x'", nil), ("z = 7", nil),
      ("t in (1, x)", nil), ("t is number", nil), ("t = null", nil), ("n = 7", nil),
    ])
  func notices(condition: String, notice: String?) throws {
    let part = StageBench.Part(
      ["n", "t", "f", "l", "z", "c", "met", "mixed"],
      (1...3).map { index in
        [
          .integer(index), .text("7"), .boolean(true), .list([.integer(7)]), .null, .untyped("x"),
          index == 2 ? .integer(8) : .text("7"), index == 2 ? .boolean(true) : .text("8"),
        ]
      })
    #expect(try bench.notices("where " + condition, [part]) == [notice].compactMap(\.self))
  }

  @Test func `fields that a description calls dates are equal as times`() throws {
    let rows: [[CellValue]] = [
      [.text("2026-03-29T03:00:00+02:00"), .text("2026-03-29T01:00:00Z")],
      [.text("soon"), .text("soon")], [.text("soon"), .text("2026-03-29T01:00:00Z")],
    ]
    let described = [Column("a", hint: .date), Column("b", hint: .timestamp)]
    #expect(
      try bench.passed("where a = (b)", [StageBench.Part(described, rows)])[0].rows
        == Array(rows.prefix(2)))
    #expect(
      try bench.passed("where a = (b)", [StageBench.Part(["a", "b"], rows)])[0].rows == [rows[1]])
  }

  @Test func `times in text are ordered with their offsets and fractions`() throws {
    let times = [
      "2026-03-29T03:00:00+02:00", "2026-03-29T01:45:00Z", "2026-03-29t01:45:00.5z",
      "2026-03-28T23:59:59-05:00",
    ]
    let part = StageBench.Part(["v"], times.reversed().map { [.text($0)] })
    func texts(_ line: String) throws -> [String] {
      try bench.passed(line, [part])[0].rows.map { $0[0].plainText }
    }
    #expect(try texts("sort-by v") == times)
    #expect(try texts("where v > 2026-03-29T01:45:00Z") == [times[3], times[2]])
    #expect(try texts("where v = 2026-03-29T01:00:00Z") == [times[0]])
  }
}
