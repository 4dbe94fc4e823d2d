import CoreJSON
import CoreEvents
import ShellOutput
@testable import ShellCommands
@testable import ShellRecords
@testable import ShellRuntime
import Testing

@MainActor
struct ChoiceTests {
  private let bench = StageBench()
  private let products = StageBench.Part(
    [
      Column("id"), Column("price", hint: .money(currency: "code")), Column("code"),
      Column("author"),
    ],
    [
      [.text("p-1"), .integer(5), .text("EUR"), .record([.init("name", .text("Ada"))])],
      [.text("p-2"), .null, .text("USD"), .null],
    ])

  @Test(
    arguments: [
      ("select price id", #"{"price":5,"id":"p-1"} {"price":null,"id":"p-2"}"#),
      ("select id=product", #"{"product":"p-1"} {"product":"p-2"}"#),
      ("select author.name", #"{"author.name":"Ada"} {}"#),
      (
        "select author.name=by 'id=the_id'",
        #"{"by":"Ada","the id":"p-1"} {"the id":"p-2"}"#
      ),
      ("select id id=again", #"{"id":"p-1","again":"p-1"} {"id":"p-2","again":"p-2"}"#),
      ("drop author price", #"{"id":"p-1","code":"EUR"} {"id":"p-2","code":"USD"}"#),
      ("first", #"{"id":"p-1","price":5,"code":"EUR","author":{"name":"Ada"}}"#),
      ("first 0", ""), ("last 0", ""), ("count", #"{"count":2}"#),
      ("last", #"{"id":"p-2","price":null,"code":"USD","author":null}"#),
      ("get id", "p-1 p-2"), ("get price", "5 "), ("get author", #"{"name":"Ada"} "#),
      ("get author.name", "Ada "),
    ])
  func `a stage writes the records and fields that it keeps`(line: String, output: String) throws {
    let text = try bench.run(line, [products])
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(lines.joined(separator: " ") == output)
  }

  @Test(
    arguments: [
      ("select price code", [.money(currency: "code"), nil]), ("select price", [nil]),
      ("select code=c price", [nil, .money(currency: "c")]),
      ("drop author id", [.money(currency: "code"), nil]),
      ("drop code", [nil, nil, nil]), ("select author.name", [nil]),
    ] as [(String, [Column.Hint?])])
  func `a column keeps its hint with the column that it needs`(
    line: String, hints: [Column.Hint?]
  ) throws {
    #expect(try bench.passed(line, [products])[0].columns.map(\.hint) == hints)
  }

  @Test(
    arguments: [
      ("select id code=id", "two fields have the name 'id'", 2),
      ("select id=", "'id=' has no name after '='", 1),
      ("select =x", "'=x' has no field before '='", 1),
      ("select id ''", "a field's name is empty", 2),
      ("select id prise", "there is no field 'prise'", 2),
      ("select id,code", "there is no field 'id,code'", 1),
      ("sort-by id desc", "there is no field 'desc'", 2),
      ("drop id nope", "there is no field 'nope'", 2),
      ("drop author.name", "'author.name' is inside the field 'author'", 1),
      ("get ids", "there is no field 'ids'", 1),
      ("sort-by id -prise", "there is no field 'prise'", 2),
      ("uniq-by nope", "there is no field 'nope'", 1),
      ("group-by nope", "there is no field 'nope'", 1),
      ("group-by id --sum nope", "there is no field 'nope'", 3),
      ("group-by id --sum id --sum id", "two columns have the name 'sum_id'", 5),
      ("group-by id --sum code", "'code' is text, and only numbers can be added", 3),
      ("group-by id --min author", "'author' is a record, and records have no order", 3),
      ("first -1", "N takes a whole number of at least 0, not '-1'", 1),
    ])
  func `a stage's error points at its word`(line: String, message: String, word: Int) throws {
    let error = try #require(bench.error(line, [products]))
    #expect(error.message == message)
    #expect(error.word == word)
    #expect(error.status == .usage)
  }

  @Test(arguments: [
    ("select id,code", "write blanks between fields: id code"),
    ("sort-by id desc", "'sort-by -FIELD' sorts from the greatest value"),
    ("sort-by id ASC", "'sort-by FIELD' sorts from the least value"),
    ("sort-by -r id", "'sort-by -FIELD' sorts from the greatest value"),
  ])
  func `fields as other programs take them are explained`(line: String, hint: String) throws {
    #expect(try #require(bench.error(line, [products])).hint == hint)
  }

  @Test(arguments: [
    ("select id", false), ("drop id", false), ("first", true), ("last", true),
    ("sort-by id", true), ("uniq-by id", true), ("count", false), ("group-by id", true),
  ])
  func `some stages make a list of a single record`(line: String, isList: Bool) throws {
    let part = StageBench.Part(["id", "a"], [[.integer(1), .null]], isList: false)
    #expect(try bench.passed(line, [part]).map(\.isList) == [isList])
  }

  @Test func `a gathering stage keeps the fields of each record`() throws {
    let parts = [
      StageBench.Part(["a", "b"], [[.integer(3), .integer(1)]]),
      StageBench.Part(["c", "a"], [[.integer(9), .integer(2)]]),
      StageBench.Part(["b"], [[.integer(7)]]),
    ]
    #expect(try bench.passed("sort-by a", parts) == [parts[1], parts[0], parts[2]])
    #expect(try bench.passed("last 2", parts) == [parts[1], parts[2]])
  }

  @Test func `JSON from a server keeps its types`() throws {
    let values: [CellValue] = [
      CellValue("a b" as JSONValue), CellValue(0.5 as JSONValue), CellValue([true] as JSONValue),
      CellValue(nil as JSONValue),
    ]
    let part = StageBench.Part(["a"], values.map { [$0] })
    #expect(try bench.run("get a", [part]) == "a b\n0.5\n[true]\n\n")
  }

  @Test func `get sends no control characters to a terminal`() throws {
    var bench = bench
    bench.style = OutputStyle(isTerminal: true, columns: 80)
    let part = StageBench.Part(["a"], [[.text("x\u{1B}[31m")]])
    #expect(try !bench.run("get a", [part]).contains("\u{1B}"))
  }

  @Test(
    arguments: [
      ("select", ["a", "b=c"], ["a", "c"]), ("drop", ["a"], ["b"]), ("count", [], ["count"]),
      ("get", ["a"], ["a"]), ("sort-by", ["-a"], ["a", "b"]), ("first", ["3"], ["a", "b"]),
      ("group-by", ["a", "--sum", "b", "--min=b"], ["a", "count", "sum_b", "min_b"]),
    ] as [(String, [String], [String])])
  func `a stage declares the fields of its records`(
    name: String, words: [String], fields: [String]
  ) {
    #expect(bench.command(name).fields(after: ["a", "b"], words: words) == fields)
  }

  @Test func `every stage has a valid specification`() throws {
    for stage in BuiltInStage.allCases where ![.each, .expectSchema].contains(stage) {
      let command = try #require(stage.command)
      #expect(command.specification.name == stage.rawValue)
      #expect(command.specification.problem == nil, "\(command.specification.name)")
      #expect(command.stageRole != nil)
    }
  }
}
