@testable import ShellRecords
@testable import ShellRuntime
import CoreEvents
import FoundationEssentials
import ShellOutput
import Testing

@MainActor
struct OrderTests {
  private let bench = StageBench()

  private func sorted(_ line: String, _ rows: [[CellValue]]) throws -> String {
    let names = rows.first.map { $0.indices.map { ["a", "b", "c"][$0] } } ?? ["a"]
    return try bench.passed(line, [StageBench.Part(names, rows)]).flatMap(\.rows)
      .map { $0.map { $0.plainText.isEmpty ? "~" : $0.plainText }.joined(separator: ",") }
      .joined(separator: " ")
  }

  @Test(
    "CSV fields are sorted by the type that all of them read as",
    arguments: [
      (["10", "9", "", "-1.5", "1e1", "9.00"], "-1.5 9 9.00 10 1e1 ~", "10 1e1 9 9.00 -1.5 ~"),
      (["10", "9", "x"], "10 9 x", "x 9 10"),
      (
        ["2026-11-22", "2025-01-01T00:00:00Z", ""], "2025-01-01T00:00:00Z 2026-11-22 ~",
        "2026-11-22 2025-01-01T00:00:00Z ~"
      ),
      (["2026-11-22", "5"], "2026-11-22 5", "5 2026-11-22"),
      (["b", "a", "B", "", "é", "z"], "B a b z é ~", "é z b a B ~"),
      (
        ["abcdefghz", "abcdefgha", "abcdefgh"], "abcdefgh abcdefgha abcdefghz",
        "abcdefghz abcdefgha abcdefgh"
      ),
      (
        ["123456789012345678901", "123456789012345678902", "123456789012345678900.5"],
        "123456789012345678900.5 123456789012345678901 123456789012345678902",
        "123456789012345678902 123456789012345678901 123456789012345678900.5"
      ),
      (["007", "08", "1"], "007 08 1", "1 08 007"),
    ] as [([String], String, String)])
  func untyped(values: [String], ascending: String, descending: String) throws {
    let rows = values.map { [CellValue.untyped($0)] }
    #expect(try sorted("sort-by a", rows) == ascending)
    #expect(try sorted("sort-by -a", rows) == descending)
  }

  @Test(
    "Typed values have their own order",
    arguments: [
      (
        [
          .decimal(Decimal(1) / 10), .integer(-3), .null, .integer(2), .decimal(Decimal(5) / 100),
        ],
        "-3 0.05 0.1 2 ~"
      ),
      ([.boolean(true), .null, .boolean(false)], "false true ~"),
      ([.text("10"), .text("9"), .text("")], "~ 10 9"),
      (
        [.date(Date(timeIntervalSince1970: 60)), .date(Date(timeIntervalSince1970: -60))],
        "1969-12-31T23:59:00Z 1970-01-01T00:01:00Z"
      ),
      (
        [.integer(.max), .integer(.max - 1), .integer(.min)],
        "-9223372036854775808 9223372036854775806 9223372036854775807"
      ),
      ([.untyped("3"), .integer(2), .untyped("")], "2 3 ~"),
      ([.untyped("3"), .text("20")], "20 3"), ([.null, .null], "~ ~"),
    ] as [([CellValue], String)])
  func typed(values: [CellValue], order: String) throws {
    #expect(try sorted("sort-by a", values.map { [$0] }) == order)
  }

  @Test func `several fields decide in turn, and equal records keep their order`() throws {
    let rows: [[CellValue]] = [
      [.integer(1), .text("b"), .integer(1)], [.integer(2), .text("a"), .integer(2)],
      [.integer(1), .text("a"), .integer(3)], [.integer(1), .text("b"), .integer(4)],
      [.integer(2), .null, .integer(5)],
    ]
    #expect(try sorted("sort-by a b", rows) == "1,a,3 1,b,1 1,b,4 2,a,2 2,~,5")
    #expect(try sorted("sort-by -a -b", rows) == "2,a,2 2,~,5 1,b,1 1,b,4 1,a,3")
    #expect(try sorted("sort-by a", rows) == "1,b,1 1,a,3 1,b,4 2,a,2 2,~,5")
  }

  @Test(
    arguments: [
      ([.text("a"), .integer(1)], "'a' has text and numbers, which have no common order"),
      ([.untyped("x"), .integer(1)], "'a' has numbers and text, which have no common order"),
      (
        [.integer(1), .untyped("5"), .untyped("x")],
        "'a' has numbers and text, which have no common order"
      ),
      (
        [.boolean(true), .null, .date(.now)],
        "'a' has Booleans and dates, which have no common order"
      ),
      ([.list([])], "'a' is a list, and lists have no order"),
      ([.record([])], "'a' is a record, and records have no order"),
    ] as [([CellValue], String)])
  func `sorting values without an order is an error`(values: [CellValue], message: String) {
    for line in ["sort-by a", "group-by b --min a"] {
      let part = StageBench.Part(["a", "b"], values.map { [$0, .null] })
      let error = bench.error(line, [part])
      #expect(error?.message == message)
      #expect(error?.word == (line == "sort-by a" ? 1 : 3))
    }
  }

  @Test(
    arguments: [
      ("sort-by a", "'sort-by' holds at most 2 records"),
      ("last 3", "'last' holds at most 2 records"),
      ("uniq-by a", "'uniq-by' holds at most 2 different values"),
      ("group-by a", "'group-by' holds at most 2 groups"),
    ])
  func `a gathering stage's error names its limit and how to raise it`(
    line: String, message: String
  )
    throws
  {
    let bench = StageBench(gatherLimit: 2)
    let rows = (1...3).map { [CellValue.integer($0)] }
    #expect(bench.error(line, [StageBench.Part(["a"], Array(rows.prefix(2)))]) == nil)
    let error = try #require(bench.error(line, [StageBench.Part(["a"], rows)]))
    #expect(error.message == message)
    #expect(error.hint?.contains("set gather-limit N") == true)
    #expect(error.code == .limit && error.status == .failure)
  }

  @Test func `last holds only the last records`() throws {
    let bench = StageBench(gatherLimit: 2)
    let rows = (1...7).map { [CellValue.integer($0)] }
    let kept = try bench.passed("last 2", [StageBench.Part(["a"], rows)])
    #expect(kept == [StageBench.Part(["a"], Array(rows.suffix(2)))])
  }

  @Test func `sorting no records gives none`() throws {
    for line in ["sort-by a", "last 2", "uniq-by a", "group-by a --sum a"] {
      #expect(try bench.passed(line, []).isEmpty)
      #expect(try bench.passed(line, [StageBench.Part(["a"], [])]).map(\.rows) == [[]])
    }
    #expect(try bench.passed("count", [])[0].rows == [[.integer(0)]])
  }

  @Test func `uniq-by keeps the first record of each value, compared by its reading`() throws {
    let rows: [[CellValue]] = [
      .untyped("1"), .untyped("1.0"), .integer(1), .text("1"), .untyped(""), .null, .untyped("é"),
      .text("é"), .text("e\u{301}"), .untyped("2026-11-22"), .untyped("2026-11-22T00:00:00Z"),
      .list([.integer(1)]), .list([.integer(1)]), .boolean(true), .text("true"),
    ].map { [$0] }
    #expect(try sorted("uniq-by a", rows) == "1 1 ~ é e\u{301} 2026-11-22 [1] true true")
  }

  @Test func `several fields make a value together`() throws {
    let rows = ShellRecordsTests.untyped(["1", "x"], ["1", "y"], ["1.0", "x"], ["2", "x"])
    #expect(try sorted("uniq-by a b", rows) == "1,x 1,y 2,x")
  }
}
