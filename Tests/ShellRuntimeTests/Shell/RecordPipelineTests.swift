import FoundationEssentials
import ShellTestSupport
import SeashellTesting
import ShellCommands
import ShellOutput
import ShellRuntime
import Testing

@MainActor
@Suite struct RecordPipelineTests {
  // The last stage may be a program, which writes to the process's standard output; so each line ends in a
  // file.
  @Test(
    "Records go through stages, programs and files",
    arguments: [
      ("shop list 9 | first 2", "1\tthing 1\n2\tthing 2\n"),
      ("shop list 9 | first 2 -o csv", "id,name\r\n1,thing 1\r\n2,thing 2\r\n"),
      (
        "shop list 2 | first 9 | to jsonl",
        "{\"id\":1,\"name\":\"thing 1\"}\n{\"id\":2,\"name\":\"thing 2\"}\n"
      ),
      ("shop list 9 | first 2 | cat", "1\tthing 1\n2\tthing 2\n"),
      ("shop list 9 -o jsonl | tail -n 2 | from jsonl | first 1", "8\tthing 8\n"),
      ("shop list 9 -o csv | from csv | first 1", "1\tthing 1\n"),
      ("! printf 'a,b\\n1,2\\n' | from csv | to json", "[{\"a\":1,\"b\":2}]\n"),
      (
        "! printf 'a,b\\n1,2\\n' | from csv | to tsv | tr 12 34 | from tsv --fields x,y -o json",
        "[{\"x\":3,\"y\":4}]\n"
      ),
      (
        "shop list 9 | to csv | from csv | first 1 | to csv | from csv | to jsonl",
        "{\"id\":1,\"name\":\"thing 1\"}\n"
      ),
      ("from csv < IN | first 1 -o json", "[{\"n\":1}]\n"),
      ("from csv IN | to jsonl | head -n 1", "{\"n\":1}\n"),
      ("! cat < IN | from csv | first 1", "1\n"),
      ("shop list 2 | first 5 > OUT; ! cat < OUT", "1\tthing 1\n2\tthing 2\n"),
      (
        "! sh -c 'echo oops >&2' 2> OUT; ! sh -c 'echo again >&2' 2>> OUT; ! cat < OUT",
        "oops\nagain\n"
      ),
      ("! true", ""),
      ("let n = 3; shop list 9 | where id < $n and not (id = 1) | to tsv", "2\tthing 2\n"),
      ("let word = '<'; shop list 9 | where name != $word | first 1", "1\tthing 1\n"),
      // The reader stops, whether an earlier or a later stage needs no more.
      ("shop list 9 | first 0 | to tsv | from tsv --fields a,b | to json", "[]\n"),
      ("from jsonl ZERO | to jsonl | from jsonl | first 0 | to json", "[]\n"),
      // A last line without a line end has fields too.
      ("from jsonl TWO | to csv", "a,b\r\n1,\r\n,2\r\n"),
      // A file without records has no fields that could be missing.
      ("from jsonl ZERO | where price < 5 | sort-by price | select price | to csv", "price\r\n"),
      // Quoted words are neither options nor the end of options.
      ("from jsonl TWO | where a != '--' and a not in (-1, '-o') | count", "2\n"),
    ])
  func stages(line: String, output: String) async throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("in", "n\r\n1\r\n2\r\n")
    _ = try folder.write("lines", "{\"a\":\"1\"}\n{\"b\":2}")
    _ = try folder.write("empty", "")
    let line = line.replacing("OUT", with: folder.file("out"))
      .replacing("IN", with: folder.file("in")).replacing("TWO", with: folder.file("lines"))
      .replacing("ZERO", with: folder.file("empty"))
    let outcome = await TestShell().run("\(line) > \(folder.file("all"))")
    #expect(outcome == .init(0))
    #expect(try folder.read("all") == output)
  }

  @Test(
    "Stages that do not fit together are errors with a position",
    arguments: [
      (
        "print a | first",
        "'print' writes text, and 'first' takes records; "
          + "write 'from json', 'from csv' or the like between them", "  ^^^^^^^"
      ),
      (
        "shop list 2 | cat | first",
        "'first' takes records, and 'cat' writes bytes; "
          + "write 'from json', 'from csv' or the like before it", "                      ^^^^^"
      ),
      (
        "first 2", "'first' needs records: write it after a command and '|'; help pipelines",
        "  ^^^^^"
      ),
      (
        "shop list 2 -o csv | first",
        "-o has no effect here: the records go to 'first'; "
          + "put -o at the last stage", "                 ^^^"
      ),
      ("shop list 2 | first x", "N takes a whole number of at least 0, not 'x'", nil),
      ("print a | from csv /dev/null", "'from' names a file", nil),
      ("shop list 2 < /dev/null", "'shop' reads no input", nil),
      ("from csv /nowhere/at/all", "cannot read '/nowhere/at/all': No such file or directory", nil),
      ("source /dev/null | first", "'source' passes no records on to 'first'", nil),
      (
        "shop list 2 | wehre id = 2", "no program on PATH is called 'wehre'; did you mean 'where'?",
        nil
      ),
      // The same letters in a different encoding, which has more bytes.
      (
        "! printf '{\"e\u{301}e\u{301}e\u{301}\":1}' | from json | select \u{e9}\u{e9}\u{e9}.a",
        "there is no field '\u{e9}\u{e9}\u{e9}.a'", nil
      ),
    ])
  func mistakes(line: String, message: String, marks: String?) async throws {
    let outcome = await TestShell().run(line)
    #expect(outcome.errors.contains(message))
    #expect(outcome.output == "")
    if let marks { #expect(outcome.errors.contains("\n\(marks)")) }
  }

  @Test("An array that a failure leaves unclosed ends its line")
  func unclosedArray() async throws {
    let folder = try TemporaryFolder()
    let outcome = await TestShell().run(
      "shop list 2 | where id < 2 or name < 5 | to json > \(folder.file("all"))")
    #expect(outcome.status == 2)
    #expect(try folder.read("all") == "[{\"id\":1,\"name\":\"thing 1\"}\n")
  }

  @Test("Programs between two segments never block the shell")
  func noDeadlock() async throws {
    let folder = try TemporaryFolder()
    // Far more than fits into two pipes.
    let outcome = await TestShell().run(
      "shop list 100000 | cat | from tsv --fields id,name | to tsv | cat | "
        + "from tsv --fields id,name | to tsv > \(folder.file("all"))")
    #expect(outcome == .init(0))
    #expect(try folder.read("all").split(separator: "\n").count == 100_000)
  }

  @Test("A stage that needs no more ends an endless program")
  func endless() async throws {
    let outcome = await TestShell().run("! yes a | from tsv --fields x | first 3")
    #expect(outcome == .init(0, "a\na\na\n"))
  }

  @Test("A pipeline has the failure of its last failing stage")
  func failures() async throws {
    let outcome = await TestShell().run("! sh -c 'echo x,x; exit 3' | from csv | first 1")
    #expect(outcome.status == 3)
    #expect(outcome.errors.contains("ended with status 3"))
    #expect(outcome.errors.contains("^"))
  }

  @Test(
    "'let' keeps the records of a pipeline",
    arguments: [
      ("let a = shop list 3; print $a[1].name $a[-1].id", "thing 2 3\n"),
      (
        "let a = shop list 9 | where id > 7; print $a",
        "[{\"id\":8,\"name\":\"thing 8\"},{\"id\":9,\"name\":\"thing 9\"}]\n"
      ),
      ("let a=shop list 2; print $a[0].id", "1\n"),
      ("let n = 5; let m = n; shop list 9 | where id = $n | get id; print $m", "5\nn\n"),
      ("let a = ! printf 'x\\n1\\n' | from csv; print $a[0].x", "1\n"),
      ("shop list 2; let a = shop list 3; print $_[-1].id", "1\tthing 1\n2\tthing 2\n2\n"),
      ("let n = 2; time let a = shop list 9 | first $n; print $a[-1].id", "2\n"),
    ])
  func bindings(line: String, output: String) async throws {
    let outcome = await TestShell().run(line)
    #expect(outcome.status == 0)
    #expect(outcome.output == output)
  }

  @Test(
    "'let' with a result that cannot be kept is an error",
    arguments: [
      ("let a = print x y", "'print' writes text, and 'let' takes records"),
      ("let a = shop list 2 > /dev/null", "so none go to a file"),
      ("let it = shop list 2", "'it' cannot be set"),
      ("set gather-limit 2; let a = shop list 3", "there are more than 2 records to keep"),
    ])
  func unkept(line: String, message: String) async throws {
    let outcome = await TestShell().run(line)
    #expect(outcome.status != 0)
    #expect(outcome.errors.contains(message))
  }

  @Test(
    "A module's stage works among the shell's own",
    arguments: [
      ("shop list 2 | twice records | where id > 1", "2\tthing 2\n2\tthing 2\n"),
      ("shop list 2 | echoed | first 3 | count", "3\n"),
      ("shop list 2 | echoed --help | first", "Write each record twice\n"),
    ])
  func modules(line: String, output: String) async throws {
    let test = TestShell()
    try test.shell.modules.load(
      SampleModule(
        "twice", abstract: "Repeat", commands: [Twice(name: "records"), Twice(name: "x")]))
    try test.shell.modules.load(
      SampleModule("echoed", abstract: "Repeat", commands: [Twice(name: "echoed")]))
    let outcome = await test.run(line)
    #expect(outcome.status == 0)
    #expect(outcome.output.hasPrefix(output))
  }

  @Test("'time' measures the whole pipeline")
  func timed() async throws {
    let outcome = await TestShell().run("time shop list 3 | first 1")
    #expect(outcome.output == "1\tthing 1\n")
    #expect(outcome.errors.hasSuffix(" ms\n"))
  }
}

/// A stage written the way a module's author would.
private struct Twice: StageCommand {
  let name: String
  var specification: CommandSpecification {
    CommandSpecification(name, abstract: "Write each record twice", parameters: [])
  }

  func stage(_ invocation: Invocation) -> any RecordStage { TwiceStage(invocation.output) }
}

private final class TwiceStage: RecordStage {
  private let output: Output

  init(_ output: Output) { self.output = output }

  func begin(_ columns: [Column], isList: Bool) throws { try output.columns(columns) }

  func row(_ values: [CellValue]) throws {
    try output.row(values)
    try output.row(values)
  }
}
