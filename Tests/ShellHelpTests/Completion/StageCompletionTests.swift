@testable import ShellHelp
import ShellTestSupport
@testable import ShellRuntime
@testable import ShellCommands
import Glibc
import SeashellTesting
import ShellOutput
import Testing

/// Completion in the stages of a pipeline.
@MainActor
@Suite struct StageCompletionTests {
  let bench: CompletionBench
  let folder: TemporaryFolder

  init() throws {
    bench = try CompletionBench()
    folder = try TemporaryFolder()
    try bench.test.shell.modules.load(
      SampleModule(
        "loans", abstract: "Books that are out",
        commands: [
          Immediate(
            specification: CommandSpecification(
              "list", abstract: "List loans", fields: ["id", "title", "days", "due on"])
          ) { _ in },
          Immediate(specification: CommandSpecification("count", abstract: "Count", fields: ["n"]))
          {
            _ in
          },
          Widen(),
        ], defaultCommand: "list"))
    try bench.test.shell.modules.load(
      SampleModule("shout", abstract: "Shout", commands: [Widen(name: "shout")]))
  }

  /// A stage that adds a field and takes one.
  private struct Widen: StageCommand {
    var name = "widen"
    let field = Argument<String?>("FIELD", "which", completion: "fields")
    var specification: CommandSpecification {
      CommandSpecification(name, abstract: "Add a field", parameters: [field])
    }
    func stage(_ invocation: Invocation) throws -> any RecordStage { throw OutputClosed() }
    func fields(after fields: [String], words: [String]) -> [String] { fields + ["width"] }
  }

  @Test func `after a bar, stages, modules' stages and programs are completed`()
    throws
  {
    try folder.write("sort", "")
    try folder.write("where-is", "")
    for name in ["sort", "where-is"] { chmod(folder.file(name), 0o755) }
    bench.searchPath = folder.path
    #expect(
      bench.complete("loans list | where").candidates.map { [$0.label, $0.abstract] } == [
        ["where", "Keep the records that fulfill a condition"], ["where-is", ""],
      ])
    #expect(bench.labels("loans list | so") == ["sort-by", "sort"])
    #expect(bench.labels("loans list | sho") == ["shout"])
    #expect(bench.labels("loans list | l") == ["last", "loans"])
    #expect(bench.labels("loans list | loans ") == ["widen"])
    let all = bench.labels("loans list | ")
    #expect(all.contains("where") && all.contains("shout"))
    #expect(!all.contains("sort"))
    #expect(bench.labels("help wh") == ["where"])
    #expect(bench.labels("! wh") == ["where-is"])
    #expect(bench.labels("! sort | so") == ["sort-by", "sort"])
  }

  private nonisolated static let all = ["id", "title", "days", "due on"]

  @Test(
    arguments: [
      ("loans list | select ", all), ("loans list | select t", ["title"]),
      ("loans list | select title days ", ["id", "due on"]),
      ("loans list | select id=loan ", ["title", "days", "due on"]),
      ("loans list | select 'due", ["due on"]), ("loans list | drop d", ["days", "due on"]),
      ("loans list | sort-by ", all),
      ("loans list | sort-by -", ["-id", "-title", "-days", "-due on"]),
      ("loans list | sort-by -da", ["-days"]), ("loans list | sort-by -days d", ["due on"]),
      ("loans list | uniq-by title ", ["id", "days", "due on"]),
      ("loans list | group-by ti", ["title"]),
      ("loans list | group-by title --sum d", ["days", "due on"]),
      ("loans list | group-by title --max=da", ["days"]),
      ("loans list | group-by title --m", ["--mean", "--min", "--max", "--median"]),
      ("loans list | get t", ["title"]), ("loans list | get title ", []),
      ("loans list | loans widen d", ["days", "due on"]), ("loans list | shout i", ["id"]),
      ("loans list | first ", []), ("loans list | to j", ["json", "jsonl"]),
      ("library close | select ", []), ("nothing | select ", []), ("| select ", []),
      ("loans list | | select ", []), ("! | select ", []),
    ] as [(String, [String])])
  func `a stage completes the fields of the records before it`(line: String, labels: [String]) {
    let found = bench.labels(line).filter { !["-o", "-h", "--output", "--help"].contains($0) }
    #expect(found == labels)
  }

  @Test(
    arguments: [
      ("loans list", nil, all), ("loans", nil, all), ("loans count", nil, ["n"]),
      ("time loans list", nil, all), ("watch --every 5 loans list", nil, all),
      ("time time loans count", nil, ["n"]), ("out", nil, all),
      ("loans list -o json", nil, all),
      ("let x = loans list", nil, all), ("let x =loans count", nil, ["n"]), ("let x", nil, []),
      ("loans list", "select title=name id", ["name", "id"]),
      ("loans list", "drop title 'due on'", ["id", "days"]),
      ("loans list", "where days > 3 | sort-by -days | first 5", all),
      ("loans list", "uniq-by title | last", all), ("loans list", "count", ["count"]),
      (
        "loans list", "group-by title --sum days --max=id",
        ["title", "count", "sum_days", "max_id"]
      ),
      ("loans list", "loans widen", all + ["width"]), ("loans list", "shout", all + ["width"]),
      ("loans list", "get title", ["title"]), ("loans list", "to csv", []),
      ("loans list", "cat", []),
      ("loans list", "cat | select a b", ["a", "b"]),
      ("loans list", "cat | from csv --fields a,b", ["a", "b"]),
      ("! cat x.csv", "from tsv --fields=a,b", ["a", "b"]), ("! loans list", nil, []),
      ("loans list", "to json | from json", []), ("loans list; print x", nil, []),
    ] as [(String, String?, [String])])
  func `each stage declares the fields that it passes on`(
    source: String, stages: String?, fields: [String]
  ) async {
    _ = await bench.test.run("alias out = 'loans list'")
    let line = source + (stages.map { " | " + $0 } ?? "")
    #expect(bench.labels(line + " | select ") == fields)
  }

  @Test(
    arguments: [
      ("csv", "id,\"full name\",x\r\n1,2,3\r\n", ["id", "full name", "x"]),
      ("tsv", "id\tname\n1\t2\n", ["id", "name"]), ("csv", "id,name", ["id", "name"]),
      ("jsonl", "{\"id\":1,\"name\":null}\n{\"id\":2}\n", ["id", "name"]),
      ("json", "[{\"id\":1,\"name\":null},{\"id\":2}]", ["id", "name"]),
      ("json", "{\"id\":1}", ["id"]), ("csv", "", []), ("jsonl", "{\"id\"", []),
      ("csv", "id,id\n", []), ("xml", "<id>", []),
    ] as [(String, String, [String])])
  func `fields are completed from the beginning of a file`(
    format: String, text: String, fields: [String]
  ) throws {
    try folder.write("data", text)
    #expect(bench.labels("from \(format) \(folder.file("data")) | select ") == fields)
    #expect(bench.labels("print x | from \(format) '\(folder.file("data"))' | get ") == fields)
  }

  @Test func `completion reads only the beginning of a file, and opens no pipe`()
    throws
  {
    let rows = String(
      repeating: "{\"id\":1,\"text\":\"\(String(repeating: "x", count: 100))\"}\n",
      count: 5_000)
    try folder.write("large", rows + "{\"late\":1}\n")
    #expect(bench.labels("from jsonl \(folder.file("large")) | get ") == ["id", "text"])
    try folder.write("long", String(repeating: "x", count: 70_000) + ",y\n")
    #expect(bench.labels("from csv \(folder.file("long")) | get ").isEmpty)
    mkfifo(folder.file("pipe"), 0o600)
    #expect(bench.labels("from csv \(folder.file("pipe")) | get ").isEmpty)
    #expect(bench.labels("from csv \(folder.path) | get ").isEmpty)
    #expect(bench.labels("from csv /none/such | get ").isEmpty)
  }

  @Test func `a command is completed after the name and = of a let`() {
    #expect(bench.labels("let x = loa") == ["loans"])
    #expect(bench.labels("let x = loans l") == ["list"])
    #expect(bench.labels("let x = loans list | select t") == ["title"])
    #expect(bench.labels("let x").isEmpty)
  }

  @Test func `from begins a pipeline, and completes its format and its file`() throws {
    try folder.write("books.csv", "")
    #expect(bench.labels("fr") == ["from"])
    #expect(bench.labels("from c") == ["csv"])
    #expect(bench.labels("from csv \(folder.path)/b") == ["books.csv"])
    #expect(bench.labels("wher").isEmpty)
    #expect(bench.labels("where ").isEmpty)
  }

  private nonisolated static let comparisons = [
    "=", "!=", "<", "<=", ">", ">=", "~", "in", "not", "is", "matches", "starts-with", "ends-with",
  ]
  private nonisolated static let connectives = ["and", "or"]
  private nonisolated static let signs = ["+", "-", "*", "/", "%"]
  private nonisolated static let tests = [
    "empty", "null", "missing", "number", "text", "boolean", "date", "duration", "list", "record",
  ]

  @Test(
    arguments: [
      ("", all + ["not"]), ("d", ["days", "due on", "date("]), ("n", ["not", "now"]),
      ("not ", all + ["not"]),
      ("not (", all + ["not"]), ("days", ["days"]),
      ("days ", comparisons + connectives + signs),
      ("days !", ["!="]), ("days i", ["in", "is"]), ("days 'i", []),
      ("days not ", ["in", "matches", "starts-with", "ends-with"]), ("le", ["length("]),
      ("days + ", all + ["not"]), ("days + da", ["days", "date("]),
      ("days + 1 ", comparisons + connectives + signs), ("days < tod", ["today"]),
      ("length(tit", ["title"]),
      ("days <", []), ("days < ", []), ("days = t", ["today"]), ("days in ", ["("]),
      ("days in (1 ", [",", ")"]), ("days in (1, ", []), ("days is ", tests + ["not"]),
      ("days is not ", tests), ("days < 3 ", ["and", "or"]), ("days < 3 a", ["and"]),
      ("(days < 3 ", ["and", "or", ")"]), ("(days < 3) ", ["and", "or"]),
      ("days<3 and ", all + ["not"]), ("days < 3 and title ~ x or t", ["title", "trim(", "today"]),
      ("days < $m ", ["and", "or"]), ("days < $m and du", ["due on"]), ("days 3 ", []),
    ] as [(String, [String])])
  func `a condition is completed word by word`(condition: String, labels: [String]) async {
    _ = await bench.test.run("let m = 3")
    #expect(bench.labels("loans list | where " + condition) == labels)
  }

  @Test func `a field is shown with its kind and the values of the last result`() async {
    func abstracts(_ line: String) -> [String] {
      bench.complete(line).candidates.prefix(2).map(\.abstract)
    }
    #expect(bench.labels("shop list 3 | where ").isEmpty)
    _ = await bench.test.run("shop list 3")
    #expect(bench.labels("shop list 3 | where ") == ["id", "name", "not"])
    #expect(
      abstracts("shop list | where ") == ["number: 1, 2, 3", "text: thing 1, thing 2, thing 3"])
    #expect(bench.labels("time shop list | select ") == ["id", "name"])
    #expect(bench.labels("shop show 3 | where ").isEmpty)
    let values = bench.complete("shop list | where id = ").candidates
    #expect(values.map(\.label) == ["1", "2", "3"] && values.allSatisfy(\.isExample))
    _ = await bench.test.run("shop list 3 | first 2")
    #expect(bench.labels("shop list | where ").isEmpty)
  }

  @Test func `a candidate inserted into a condition keeps its meaning`() {
    #expect(bench.lines("loans list | where du") == [#"loans list | where due\ on"#])
    #expect(bench.lines("loans list | where 'du") == ["loans list | where 'due on'"])
    #expect(bench.lines("loans list | where days !") == ["loans list | where days !="])
    #expect(bench.lines("loans list | where days in ") == ["loans list | where days in ("])
  }

  @Test func `without known fields a condition offers no words`() {
    #expect(bench.labels("library close | where ").isEmpty)
    #expect(bench.labels("library close | where x = 1 ") == ["and", "or"])
  }

  @Test(
    arguments: [
      ("each libr", ["library"]), ("each --jobs 8 library lend b", ["bea"]),
      ("each library s", ["show"]), ("each --keep t", ["title"]), ("each --keep=da", ["days"]),
      ("each --keep title --keep", ["--keep", "--keep-going"]),
      ("each print $it.", ["id", "title", "days"]), ("each library lend $it.t", ["title"]),
      ("each print \"${it.d", ["days"]), ("each print $it.id.", []), ("each print $i", ["it"]),
      ("each loans list | select da", ["days"]), ("each loans count | select ", ["n"]),
      (
        "each --keep id=loan --jobs 8 --keep-going --keep=days loans count $it.id | select ",
        ["loan", "days", "n"]
      ),
      ("select id | each print $it.", ["id"]), ("select id | sort-by $i", []),
      ("each print x | select ", []), ("each --k", ["--keep", "--keep-going"]),
      ("each --jobs ", []), ("each ! no-such", []),
    ] as [(String, [String])])
  func `a stage that runs a command completes that command, and the record's fields`(
    stages: String, labels: [String]
  ) {
    #expect(bench.labels("loans list | " + stages) == labels)
  }

  @Test func `the record's variable is inserted so that a field can follow`() {
    #expect(bench.lines("loans list | each print $i") == ["loans list | each print $it"])
    #expect(bench.lines("loans list | each print ${i") == ["loans list | each print ${it"])
    #expect(bench.complete("loans list | each print $i").candidates.map(\.endsWord) == [false])
    #expect(bench.lines("loans list | each print $it.t") == ["loans list | each print $it.title"])
  }

  @Test func `a field of the last result is completed after its variable`() async {
    _ = await bench.test.run("shop show 3")
    #expect(bench.labels("print $_.") == ["id", "name"])
    #expect(bench.lines("print $_.n") == ["print $_.name"])
    #expect(bench.lines("print ${_.n") == ["print ${_.name}"])
    #expect(bench.lines("print \"x $_.n") == ["print \"x $_.name"])
    #expect(bench.complete("print \"$_.n").candidates.map(\.endsWord) == [false])
    #expect(bench.labels("print $_.name.").isEmpty)
    _ = await bench.test.run("shop list 3")
    #expect(bench.labels("print $_.").isEmpty)
    #expect(bench.lines("print $_[-1].i") == ["print $_[-1].id"])
    #expect(bench.labels("print $_[9].").isEmpty)
    _ = await bench.test.run("let things = shop list 3; let thing = shop show 1")
    #expect(bench.lines("print $things[0].n") == ["print $things[0].name"])
    #expect(bench.lines("print $thing.") == ["print $thing.id", "print $thing.name"])
  }

  @Test func `after a variable that holds text, a point is text`() async throws {
    try folder.write("data.csv", "")
    _ = await bench.test.run("let file = '\(folder.path)/data'")
    #expect(bench.lines("source $file.") == [#"source $file\.csv"#])
    #expect(bench.labels("source ${file.").isEmpty)
    #expect(bench.labels("print $it.").isEmpty)
  }

  @Test func `Completion of nested commands has a depth limit`() throws {
    let bench = try CompletionBench()
    let most = String(repeating: "time ", count: 100)
    #expect(bench.labels("\(most)library s") == ["show"])
    #expect(bench.labels("\(most)time library s").isEmpty)
    #expect(bench.labels(String(repeating: "time ", count: 20_000)).isEmpty)
  }
}
