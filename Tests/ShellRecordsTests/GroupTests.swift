@testable import ShellRecords
@testable import ShellRuntime
import FoundationEssentials
import ShellOutput
import Testing

@MainActor
struct GroupTests {
  private let bench = StageBench()

  private func groups(_ line: String, _ rows: [[CellValue]]) throws -> String {
    try bench.run(line, [StageBench.Part(["k", "v"], rows)]).split(separator: "\n")
      .joined(separator: " ")
  }

  @Test(
    arguments: [
      ("group-by k", #"{"k":"b","count":3} {"k":"a","count":1} {"k":"","count":1}"#),
      (
        "group-by k --sum v",
        #"{"k":"b","count":3,"sum_v":0.3} {"k":"a","count":1,"sum_v":7} {"k":"","count":1,"sum_v":0}"#
      ),
      (
        "group-by k --max v --mean v --min v",
        #"{"k":"b","count":3,"max_v":0.2,"mean_v":0.15,"min_v":0.1} {"k":"a","count":1,"max_v":7,"mean_v":7,"min_v":7} {"k":"","count":1,"max_v":null,"mean_v":null,"min_v":null}"#
      ),
      (
        "group-by k v",
        #"{"k":"b","v":0.1,"count":1} {"k":"b","v":0.2,"count":1} {"k":"a","v":7,"count":1} {"k":"b","v":"","count":1} {"k":"","v":"","count":1}"#
      ),
    ])
  func `groups of CSV are counted and summed up`(line: String, output: String) throws {
    let rows = untyped(["b", "0.1"], ["b", "0.2"], ["a", "7"], ["b", ""], ["", ""])
    #expect(try groups(line, rows) == output)
  }

  @Test(
    "A sum is exact, and a mean has 15 digits",
    arguments: [
      (["0.1", "0.2"], "0.3", "0.15"), (["1", "2"], "3", "1.5"),
      (["1", "1", "2"], "4", "1.33333333333333"),
      (["2", "0", "0"], "2", "0.666666666666667"), (["-2", "0", "0"], "-2", "-0.666666666666667"),
      (["1e3", "1"], "1001", "500.5"),
      (["9007199254740993"], "9007199254740993", "9007199254740990"),
      (["1234567890123450", "1234567890123451"], "2469135780246901", "1234567890123450"),
      (["1.000000000000005"], "1.000000000000005", "1"),
      (["1.000000000000015"], "1.000000000000015", "1.00000000000002"),
      (["9223372036854775807", "1"], "9223372036854775808", "4611686018427390000"),
      (["100", "200"], "300", "150"), (["0.000001"], "0.000001", "0.000001"),
      (["-0.1", "0.1"], "0", "0"), (["99999999999999.95"], "99999999999999.95", "100000000000000"),
      // Beyond 128 bits.
      (
        ["99999999999999999999999999999999999999", "99999999999999999999999999999999999999"],
        "2" + String(repeating: "0", count: 38), "1" + String(repeating: "0", count: 38)
      ),
    ] as [([String], String, String)])
  func sums(values: [String], sum: String, mean: String) throws {
    let rows = values.map { [CellValue.null, .untyped($0)] }
    #expect(
      try groups("group-by k --sum v --mean v", rows)
        == #"{"k":null,"count":\#(values.count),"sum_v":\#(sum),"mean_v":\#(mean)}"#)
  }

  @Test func `a sum of more than 38 digits is rounded`() throws {
    let rows: [[CellValue]] = [[.null, .untyped("1e200")], [.null, .untyped("1e-200")]]
    #expect(try groups("group-by k --sum v", rows).contains(#""sum_v":1e+200"#))
  }

  @Test(
    "Minimum and maximum follow the order of all values",
    arguments: [
      ([.untyped("10"), .untyped("9")], "9", "10"),
      ([.untyped("10"), .untyped("9"), .untyped("x")], "10", "x"),
      (
        [.untyped("2026-11-22"), .untyped("2026-11-21T00:00:00Z"), .untyped("")],
        "2026-11-21T00:00:00Z", "2026-11-22"
      ),
      ([.boolean(true), .boolean(false)], "false", "true"),
      ([.text("b"), .text("a"), .null], "a", "b"),
      ([.null, .untyped("")], "", ""), ([.untyped("1.0"), .untyped("1")], "1.0", "1.0"),
    ] as [([CellValue], String, String)])
  func extremes(values: [CellValue], least: String, greatest: String) throws {
    let part = StageBench.Part(["k", "v"], values.map { [.null, $0] })
    let row = try bench.passed("group-by k --min v --max v", [part])[0].rows[0]
    #expect(row[2...].map(\.plainText) == [least, greatest])
  }

  @Test func `text in one group makes the numbers of other groups text`() throws {
    let rows = untyped(["a", "10"], ["a", "9"], ["b", "x"])
    #expect(
      try groups("group-by k --min v", rows)
        == #"{"k":"a","count":2,"min_v":10} {"k":"b","count":1,"min_v":"x"}"#)
  }

  @Test func `a sum of prices is shown in its currency`() throws {
    let columns = [Column("price", hint: .money(currency: "code")), Column("code")]
    let part = StageBench.Part(columns, [[.integer(5), .text("EUR")]])
    let hints = try bench.passed("group-by code --sum price --mean price", [part])[0].columns.map(
      \.hint)
    #expect(hints == [nil, nil, .money(currency: "code"), .money(currency: "code")])
    #expect(try bench.passed("group-by price", [part])[0].columns.map(\.hint) == [nil, nil])
  }

  private static let prices = [
    Column("shop"), Column("price", hint: .money(currency: "code")), Column("code"),
  ]

  private func prices(_ codes: String...) -> StageBench.Part {
    StageBench.Part(
      Self.prices, codes.enumerated().map { [.text("s\($0)"), .integer($0), .text($1)] })
  }

  @Test func `totals of prices in a single currency are money, and means are rounded`() throws {
    let line = "group-by --sum price --mean price --distinct price"
    let columns = try bench.passed(line, [prices("EUR", "EUR")])[0].columns
    let euros = Column.Hint.money(currency: "EUR")
    #expect(columns.map(\.hint) == [nil, euros, euros, nil])
    #expect(columns.map(\.isRounded) == [false, false, true, false])
    let several = try bench.passed(line, [prices("EUR", "USD")])[0].columns
    #expect(several.map(\.hint) == [nil, nil, nil, nil])
  }

  @Test(arguments: [
    ("sort-by price", true), ("sort-by -price", true), ("sort-by code price", false),
    ("sort-by shop", false), ("group-by --mean price", true), ("group-by --max price", true),
    ("group-by code --mean price", false), ("group-by shop --sum price", false),
    ("group-by --distinct price", false),
  ])
  func `a notice says that prices of several currencies are taken as numbers`(
    line: String, isReported: Bool
  ) throws {
    let notices = try bench.notices(line, [prices("EUR", "USD", "EUR")])
    #expect(
      notices
        == (isReported
          ? [
            "'price' is in several currencies (EUR, USD), taken as plain numbers; "
              + "'where code = EUR' keeps one"
          ] : []))
    #expect(try bench.notices(line, [prices("EUR", "EUR")]).isEmpty)
  }

  @Test func `text cannot be added`() {
    let part = StageBench.Part(["k", "v"], untyped(["a", "1"], ["a", "x"]))
    let error = bench.error("group-by k --sum v", [part])
    #expect(error?.message == "'v' is the text 'x' in a record, and only numbers can be added")
    #expect(error?.word == 3)
  }
}
