import FoundationEssentials
import ShellOutput
import Testing

@MainActor
@Suite struct PutTests {
  private let bench = StageBench()

  private static let items = StageBench.Part(
    ["id", "price", "qty"],
    [
      [.integer(1), .untyped("18.50"), .integer(2)],
      [.integer(2), .decimal(Decimal(9)), .integer(3)],
    ])

  @Test(
    "put sets fields in order",
    arguments: [
      ("total=(price * qty)", #"{"id":1,"price":18.50,"qty":2,"total":37}"#),
      ("qty=(qty + 1) total=(price * qty)", #"{"id":1,"price":18.50,"qty":3,"total":55.5}"#),
      ("a=(price)", #"{"id":1,"price":18.50,"qty":2,"a":18.50}"#),
      ("a=b c='d' e=5 f='5'", #"{"id":1,"price":18.50,"qty":2,"a":"b","c":"d","e":5,"f":"5"}"#),
      ("id=(null) big=(price > 10)", #"{"id":null,"price":18.50,"qty":2,"big":true}"#),
      (
        "l=(id, 'x') d=(2026-11-22)",
        #"{"id":1,"price":18.50,"qty":2,"l":[1,"x"],"d":"2026-11-22T00:00:00Z"}"#
      ),
      ("span=(5min * qty)", #"{"id":1,"price":18.50,"qty":2,"span":"10min"}"#),
    ])
  func put(words: String, record: String) throws {
    let lines = try bench.run("put \(words)", [Self.items]).split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines[0] == record)
  }

  @Test(
    "select calculates fields",
    arguments: [
      ("id total=(price * qty)", #"{"id":1,"total":37}"#), ("n=(id) id=m", #"{"n":1,"m":1}"#),
    ])
  func select(words: String, record: String) throws {
    #expect(try bench.run("select \(words)", [Self.items]).split(separator: "\n")[0] == record)
  }

  @Test(
    "An error of put and select points at the word in the expression",
    arguments: [
      ("put total=(prise * qty)", "there is no field 'prise'", 15..<20),
      ("put x=(id / 0)", "a number cannot be divided by zero", 14..<15),
      ("select id x=(id + 'a')", "'a' is text, and '+' calculates with numbers", 22..<25),
      ("put x", "'put' needs FIELD=VALUE", nil), ("put =(id)", "'put' needs FIELD=VALUE", nil),
      ("select id id=(qty)", "two fields have the name 'id'", nil),
    ] as [(String, String, Range<Int>?)])
  func errors(line: String, message: String, range: Range<Int>?) {
    let error = bench.error(line, [Self.items])
    #expect(error?.message == message)
    #expect(error?.range == range)
  }

  @Test func `fields that change from part to part are found in each`() throws {
    let parts = [
      StageBench.Part(["a"], [[.integer(1)]]),
      StageBench.Part(["b", "a"], [[.integer(2), .integer(3)]]),
    ]
    #expect(
      try bench.run("put c=(a + 1)", parts)
        == "{\"a\":1,\"c\":2}\n{\"b\":2,\"a\":3,\"c\":4}\n")
  }

  @Test(arguments: [("skip", "2 3"), ("skip 0", "1 2 3"), ("skip 2", "3"), ("skip 9", "")])
  func `skip leaves out the first records`(line: String, ids: String) throws {
    let part = StageBench.Part(["id"], [[.integer(1)], [.integer(2)], [.integer(3)]])
    let rows = try bench.passed(line, [part]).flatMap(\.rows)
    #expect(rows.map { $0[0].plainText }.joined(separator: " ") == ids)
  }

  @Test func `get passes records on to a stage`() throws {
    #expect(try bench.run("get qty", [Self.items]) == "2\n3\n")
    #expect(
      try bench.passed("get qty", [Self.items])
        == [StageBench.Part(["qty"], [[.integer(2)], [.integer(3)]])])
  }

  @Test(
    "The totals of all records are one record",
    arguments: [
      ("group-by", #"{"count":4}"#), ("group-by --sum n", #"{"count":4,"sum_n":10}"#),
      ("group-by --median n --distinct n", #"{"count":4,"median_n":1.5,"distinct_n":3}"#),
      ("group-by --distinct t --min n", #"{"count":4,"distinct_t":2,"min_n":1}"#),
    ])
  func totals(line: String, record: String) throws {
    let part = StageBench.Part(
      ["n", "t"],
      [
        [.integer(1), .text("a")], [.untyped("1.0"), .text("a")], [.integer(2), .text("b")],
        [.integer(6), .null],
      ])
    #expect(try bench.run(line, [part]) == record + "\n")
  }

  @Test func `the totals of no records are a record, too`() throws {
    #expect(
      try bench.run("group-by --sum n --median n --distinct n", [])
        == "{\"count\":0,\"sum_n\":0,\"median_n\":null,\"distinct_n\":0}\n")
  }

  @Test func `each group has its own median`() throws {
    let part = StageBench.Part(
      ["t", "n"],
      [("a", 3), ("a", 1), ("a", 2), ("b", 5)].map { [.text($0), .integer($1)] })
    #expect(
      try bench.run("group-by t --median n", [part])
        == "{\"t\":\"a\",\"count\":3,\"median_n\":2}\n{\"t\":\"b\",\"count\":1,\"median_n\":5}\n")
    var bounded = bench
    bounded.gatherLimit = 3
    #expect(bounded.error("group-by t --median n", [part])?.code == .limit)
  }
}
