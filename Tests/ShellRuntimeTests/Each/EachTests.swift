@testable import ShellOutput
import ShellTestSupport
@testable import ShellRuntime
import SeashellTesting
import ShellCommands
import TestSupport
import Testing

@MainActor
@Suite struct EachTests {
  let test: TestShell
  private let lab = Laboratory()

  init() throws {
    test = TestShell()
    try test.shell.modules.load(lab.module)
  }

  @Test func `Results of each come in the order of the records, whichever ends first`() async throws
  {
    async let outcome = test.run("shop list 3 | each --jobs 3 lab read $it.id")
    try await lab.begun(3)
    for number in [3, 1, 2] { lab.open([number]) }
    #expect(await outcome == .init(0, "1\n2\n3\n"))
  }

  @Test(
    "each runs a reading command for four records at once, a writing one for one",
    arguments: [("read", 4), ("write", 1), ("--jobs 3 write", 3)])
  func usualJobs(words: String, jobs: Int) async throws {
    let parts = words.split(separator: " ")
    let options = parts.dropLast().joined(separator: " ")
    async let outcome = test.run(
      "shop list 9 | each \(options) lab \(parts[parts.count - 1]) $it.id")
    try await lab.begun(jobs)
    #expect(lab.begun == Array(1...jobs))
    lab.open(1...9)
    #expect(await outcome.output == (1...9).map { "\($0)\n" }.joined())
    #expect(lab.begun == Array(1...9))
  }

  @Test func `Results of each that wait for an earlier record are bounded`() async throws {
    lab.open(2...20)
    async let outcome = test.run("shop list 20 | each --jobs 2 lab read $it.id")
    try await lab.begun(1)
    #expect(lab.begun == Array(1...8))
    lab.open([1])
    #expect(await outcome.output == (1...20).map { "\($0)\n" }.joined())
  }

  @Test func `A failure ends each after the results of earlier records`() async throws {
    lab.failing = [3]
    async let outcome = test.run("shop list 9 | each lab read $it.id")
    try await lab.begun(4)
    lab.open([3])
    // Otherwise earlier records could end first, and other records could start.
    await until { !lab.cancelled.isEmpty }
    lab.open([1, 2])
    #expect(
      await outcome
        == .init(
          3, "1\n2\n",
          """
          test:1: record 3: there is no 3
            shop list 9 | each lab read $it.id
                               ^^^

          """))
    #expect(lab.begun == [1, 2, 3, 4])
    #expect(lab.cancelled == [4])
  }

  @Test func `The first of several failures counts, in the order of the records`() async throws {
    lab.failing = [2, 3]
    async let outcome = test.run("shop list 9 | each lab read $it.id")
    try await lab.begun(4)
    lab.open([3])
    lab.open([2])
    lab.open([1])
    #expect(await outcome.errors.contains("record 2: there is no 2"))
    #expect(await outcome.output == "1\n")
  }

  @Test func `With --keep-going each failure is reported, and other records continue`() async throws
  {
    lab.failing = [2, 4]
    lab.open(1...5)
    #expect(
      await test.run("shop list 5 | each --keep-going lab read $it.id")
        == .init(
          3, "1\n3\n5\n",
          """
          record 2: there is no 2
          record 4: there is no 4
          test:1: 2 of 5 records failed
            shop list 5 | each --keep-going lab read $it.id
                          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

          """))
  }

  @Test func `Ctrl-C ends all commands of each`() async throws {
    async let outcome = test.run("shop list 100 | each --jobs 8 --keep-going lab read $it.id")
    try await lab.begun(8)
    test.interrupts.raise()
    #expect(await outcome.status == 130)
    #expect(await outcome.output == "")
    #expect(lab.begun == Array(1...8))
    #expect(lab.cancelled.sorted() == Array(1...8))
  }

  @Test func `A later stage that needs no more ends each`() async throws {
    async let outcome = test.run("shop list 100 | each --jobs 3 lab read $it.id | first 1")
    try await lab.begun(3)
    lab.open([1])
    #expect(await outcome == .init(0, "1\n"))
    #expect(lab.cancelled.sorted() == [2, 3])
    #expect(lab.begun == [1, 2, 3])
  }

  @Test func `The records that came before the source failed have their results`() async throws {
    async let outcome = test.run("shop half | each lab read $it.id")
    try await lab.begun(2)
    lab.open(1...2)
    #expect(await outcome.output == "1\n2\n")
    #expect(await outcome.status == 8)
    #expect(await outcome.errors.contains("the second page did not come"))
    #expect(lab.cancelled.isEmpty)
  }

  @Test func `Ctrl-C after the source has failed ends the commands of each`() async throws {
    async let outcome = test.run("shop half | each lab read $it.id")
    try await lab.begun(2)
    test.interrupts.raise()
    #expect(await outcome.status == 130)
    #expect(await outcome.errors.contains("the second page did not come"))
    #expect(lab.cancelled.sorted() == [1, 2])
  }

  @Test func `A source and each can both fail`() async throws {
    lab.failing = [2]
    async let outcome = test.run("shop half | each lab read $it.id")
    try await lab.begun(2)
    lab.open(1...2)
    #expect(await outcome.output == "1\n")
    #expect(await outcome.status == 3)
    #expect(await outcome.errors.contains("the second page did not come"))
    #expect(await outcome.errors.contains("record 2: there is no 2"))
  }

  @Test func `The command before each waits while a thousand records wait`() async throws {
    async let outcome = test.run("lab source 3000 | each --jobs 2 lab read $it.id | count")
    try await lab.begun(2)
    #expect((1000...1010).contains(lab.written))
    lab.open(0..<3000)
    #expect(await outcome == .init(0, "3000\n"))
    #expect(lab.begun == Array(0..<3000))
  }

  @Test func `Records for each from a command that never suspends are bounded`() async throws {
    let outcome = await test.run("set gather-limit 5\nshop list 100 | each lab read $it.id")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("'each' holds at most 5 records"))
    await until { lab.cancelled.count >= 4 }
  }

  @Test func `Rows that a command of each writes before a wait stay in order`() async throws {
    async let outcome = test.run("shop list 3 | each --jobs 3 lab first $it.id")
    try await lab.begun(3)
    lab.open([3])
    lab.open([2])
    lab.open([1])
    #expect(
      await outcome.output
        == (1...3).map { "\($0).0\n\($0).1\n\($0).2\n" }.joined())
  }

  @Test(
    "The words of each can refer to the record",
    arguments: [
      ("shop list 2 | each print \"<$it.name>\"", "<thing 1>\n<thing 2>\n"),
      (
        "shop list 2 | each print \"$it.name: ${it.id}th\" $it.id",
        "thing 1: 1th 1\nthing 2: 2th 2\n"
      ),
      ("shop list 1 | each print $it", #"{"id":1,"name":"thing 1"}"# + "\n"),
      ("lab people | each print $it.name in $it.address.city", "Ada in Oslo\nBob in Oslo\n"),
      (
        "lab people | each print $it.data.ids[-1] $it.address",
        "8 {\"city\":\"Oslo\"}\n8 {\"city\":\"Oslo\"}\n"
      ),
      ("let x = a; shop list 1 | each print $x$it.id ${it.nope:-no}", "a1 no\n"),
      ("shop list 3 | each shop list $it.id | count", "6\n"),
      ("shop list 2 | each shop list $it.id", "1\tthing 1\n1\tthing 1\n2\tthing 2\n"),
      (
        "shop show 2 | each shop show $it.id -- | each shop list $it.id", "1\tthing 1\n2\tthing 2\n"
      ),
      ("shop list 2 | each --jobs 2 shop show $it.id | each print $it.name", "thing 1\nthing 2\n"),
      ("shop list 0 | each print $it.id", ""),
      ("shop list 2 | each lab text $it.id", "a\nb1\na\nb2\n"),
      (
        "shop list 2 | each --keep id=product shop list $it.id",
        "1\t1\tthing 1\n2\t1\tthing 1\n2\t2\tthing 2\n"
      ),
      (
        "shop list 1 | each --keep id=a --keep=name=b shop show $it.id | to jsonl",
        #"{"a":1,"b":"thing 1","id":1,"name":"thing 1"}"# + "\n"
      ),
      ("lab people | each --keep address.city=city shop show 1 | get city", "Oslo\nOslo\n"),
      ("lab people | each --keep address.nope=x shop show 1 | to jsonl | cat", nil),
    ])
  func words(script: String, output: String?) async throws {
    let outcome = await test.run(script)
    if let output {
      #expect(outcome == .init(0, output))
    } else {
      #expect(outcome.status == 0)
    }
  }

  @Test(
    "A program runs for each record, and its output is text",
    arguments: [
      ("shop list 2 | each ! echo $it.id '$x'", 0, "1 $x\n2 $x\n", ""),
      ("shop list 2 | each ! cat", 0, "", ""),
      ("shop list 4 | each --jobs 4 ! printf %s $it.id", 0, "1\n2\n3\n4\n", ""),
      (
        "shop list 3 | each ! test $it.id != 2", 1, "",
        "test:1: record 2: 'test' ended with status 1\n"
      ),
      (
        "shop list 2 | each --keep-going ! sh -c 'echo a; exit 7'", 7, "a\na\n",
        "record 1: 'sh' ended with status 7\nrecord 2: 'sh' ended with status 7\ntest:1: 2 of 2"
      ),
      (
        "shop list 2 | each ! no-such-program", 2, "",
        "test:1: record 1: no program on PATH is called 'no-such-program'"
      ),
      ("shop list 0 | each !", 2, "", "test:1: there is no program after '!'"),
    ])
  func programs(line: String, status: Int32, output: String, errors: String) async throws {
    let outcome = await test.run(line)
    #expect(outcome.status == status)
    #expect(outcome.output == output)
    #expect(outcome.errors.hasPrefix(errors), "\(outcome.errors)")
  }

  @Test func `A running program ends with Ctrl-C`() async throws {
    async let outcome = test.run("shop list 2 | each --jobs 2 ! sleep 1000")
    await until { test.interrupts.isWaiting }
    test.interrupts.raise()
    #expect(await outcome.status == 130)
  }

  @Test func `Results of each with other fields begin a new list`() async throws {
    #expect(
      await test.run("shop list 3 | each lab odd $it.id | to jsonl")
        == .init(0, #"{"odd":1,"x":null}\#n{"even":2}\#n{"odd":3,"x":null}\#n"#))
    #expect(
      await test.run("shop list 2 | each shop show $it.id | to json").output
        == #"[{"id":1,"name":"thing 1"},\#n{"id":2,"name":"thing 2"}]\#n"#)
  }

  @Test func `The result for a single record is a single record`() async throws {
    #expect(
      await test.run("shop show 1 | each -o json shop show $it.id")
        == .init(0, #"{"id":1,"name":"thing 1"}"# + "\n"))
    let outcome = await test.run("shop show 1 | each shop show 100")
    #expect(outcome.errors.hasPrefix("test:1: there is no thing 100; shop list shows them"))
  }

  @Test(
    "A confirmation is asked for each record, or given with --yes",
    arguments: [
      (["yes", "yes"], "", "", 2), (["yes", "no"], "", "record 2: nothing was changed", 1),
      ([], "--yes", "", 2), ([], "", "pass --yes", 0),
    ] as [([String], String, String, Int)])
  func confirmation(answers: [String], option: String, error: String, count: Int) async throws {
    lab.open(1...2)
    let console = RecordingConsole(answers: answers)
    let harness = try ShellHarness(StubTransport(json: "[]"), console: console)
    try harness.load(lab.module)
    try harness.load(SampleModule.shop(Interrupts()))
    let outcome = await harness.run("shop list 2 | each --jobs 2 lab remove $it.id \(option)")
    #expect(outcome.errors.contains(error), "\(outcome.errors)")
    #expect((outcome.status == 0) == error.isEmpty)
    #expect(console.questions == (answers.isEmpty ? [] : ["Remove 1?", "Remove 2?"]))
    #expect(lab.begun == Array(1..<1 + count))
  }

  @Test func `each posts the event of every command`() async throws {
    let recorder = EventRecorder(test.bus)
    _ = await test.run("shop list 2 | each --keep-going shop show 100")
    let finished = recorder.events(of: CommandFinished.self)
    #expect(
      finished.map { "\($0.command) \($0.status)" }
        == ["shop show 3", "shop show 3", "shop list 0"])
  }
}
