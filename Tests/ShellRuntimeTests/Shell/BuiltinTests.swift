import CoreSystem
import ShellTestSupport
@testable import ShellRuntime
@testable import ShellCommands
import SeashellTesting
import Testing

@MainActor
@Suite struct BuiltinTests {
  @Test func `sleep waits by the clock`() async throws {
    let test = TestShell()
    let run = Task { await test.run("sleep 1.5; print done") }
    await test.clock.sleepers(1)
    test.clock.advance(by: .milliseconds(1499))
    await Task.yield()
    #expect(test.clock.now.offset == .milliseconds(1499))
    test.clock.advance(by: .milliseconds(1))
    #expect(await run.value == .init(0, "done\n"))
  }

  @Test(arguments: ["0", "0.0"])
  func `sleep 0 ends at once`(seconds: String) async throws {
    #expect(await TestShell().run("sleep \(seconds)").status == 0)
  }

  @Test(arguments: ["99999999999999999999999", String(repeating: "9", count: 300)])
  func `sleep for longer than a clock can hold waits and can be interrupted`(seconds: String)
    async throws
  {
    let test = TestShell()
    let run = Task { await test.run("sleep \(seconds)") }
    await test.clock.sleepers(1)
    test.interrupts.raise()
    #expect(await run.value.status == 130)
  }

  @Test(arguments: ["-1", "soon", "1e3", ".5", "1.", ""])
  func `sleep accepts only a number of seconds`(seconds: String) async throws {
    let outcome = await TestShell().run("sleep '\(seconds)'")
    #expect(outcome.status == 2)
    #expect(!outcome.errors.isEmpty)
  }

  @Test func `time prints a command's duration on standard error`() async throws {
    let test = TestShell()
    let outcome = await test.run("time print a > /dev/null; time shop list 1 -o csv")
    #expect(outcome.status == 0 && outcome.output == "id,name\r\n1,thing 1\r\n")
    let times = outcome.errors.split(separator: "\n")
    #expect(times.count == 2)
    #expect(times.allSatisfy(Self.isTime))
  }

  /// Whether a line shows a duration; on a busy machine that may be seconds.
  private static func isTime(_ line: Substring) -> Bool {
    line.wholeMatch(of: /\d+\.\d\d ms|\d+\.\d{3} s/) != nil
  }

  @Test(
    "A duration is printed in a suitable unit",
    arguments: [
      (0, "0.00 ms"), (9, "0.00 ms"), (840, "0.84 ms"), (12_345, "12.34 ms"),
      (999_999, "999.99 ms"), (1_000_000, "1.000 s"), (61_050_900, "61.050 s"),
    ])
  func durations(microseconds: Int64, text: String) {
    #expect(ElapsedTime.text(microseconds: microseconds) == text)
  }

  @Test(
    "time keeps the failure of its command, and its position",
    arguments: [
      ("time shop show 200", 3, "               ^^^"), ("time nonsense a", 2, "     ^^^^^^^^"),
      ("time time shop fail", 1, "          ^^^^"), ("time shop", 2, "     ^^^^"),
      ("time shop list 1 -o xml", 2, "                    ^^^"),
      ("time shop half", 8, "     ^^^^"),
    ])
  func timedFailures(line: String, status: Int32, caret: String) async throws {
    let outcome = await TestShell().run(line)
    #expect(outcome.status == status)
    #expect(outcome.errors.hasSuffix("\n  \(line)\n  \(caret)\n"))
    #expect(Self.isTime(try #require(outcome.errors.split(separator: "\n").first)))
  }

  @Test(
    "time measures everything up to the next semicolon, once",
    arguments: [
      ("time print a && print b", "a\nb\n", 1),
      ("print a && time print b && print c", "a\nb\nc\n", 1),
      ("time print a; print b", "a\nb\n", 1), ("time shop fail || print b; print c", "b\nc\n", 1),
      ("time time print a && print b", "a\nb\n", 2), ("time ! true && print b", "b\n", 1),
      ("time shop list 3 | count; print d", "3\nd\n", 1),
    ])
  func measuredStatements(line: String, output: String, times: Int) async {
    let test = TestShell()
    let outcome = await test.run(line)
    #expect(outcome.status == 0 && outcome.output == output)
    #expect(outcome.errors.split(separator: "\n").count(where: Self.isTime) == times)
  }

  @Test(
    "A keyword that must come first is an error elsewhere",
    arguments: [
      "print a && watch print b", "print a && on a.b do print c", "time watch print a && print b",
    ])
  func misplacedStatements(line: String) async {
    let outcome = await TestShell().run(line)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("'watch' takes a whole statement") || line.contains(" on "))
  }

  @Test func `set lists the settings and changes them`() async throws {
    let test = TestShell()
    let before = """
      output\tauto\tdefault\tthe format of results
      anonymous\toff\tdefault\twhether requests carry no credentials
      colors\tauto\tdefault\tthe colours on a terminal
      gather-limit\t1000000\tdefault\thow many records a stage may hold
      highlight\ton\tdefault\twhether words have colours while typed
      keep-going\toff\tdefault\twhether scripts continue after a failure
      offline\tnever\tdefault\twhether stored results may answer
      pager\tauto\tdefault\tthe program that shows long results
      quiet\toff\tdefault\twhether notices are left out
      records\tauto\tdefault\thow tables show lists
      retries\tauto\tdefault\thow often a failed request is sent again
      suggestions\ton\tdefault\twhether earlier lines are suggested
      trace\toff\tdefault\twhether requests are shown as curl lines
      verbose\toff\tdefault\twhether requests are traced

      """
    #expect(await test.run("set") == .init(0, before))
    #expect(
      await test.run("set keep-going on; set quiet on; set verbose on; set trace curl").status == 0)
    #expect(test.settings.keepsGoing && test.settings.isQuiet && test.settings.verbose.isRaised)
    #expect(test.settings.tracesCurl.isRaised)
    #expect(
      await test.run("set quiet").output == "quiet\ton\there\twhether notices are left out\n")
    #expect(
      await test.run("set output csv; set | select setting value source | first 4").output
        == "setting,value,source\r\noutput,csv,here\r\nanonymous,off,default\r\n"
        + "colors,auto,default\r\ngather-limit,1000000,default\r\n")
    let back =
      "set output auto; set keep-going off; set quiet off; set verbose off; set trace off; set"
    let after = await test.run(back)
    #expect(after.output.replacing("\there\t", with: "\tdefault\t") == before)
  }

  @Test(arguments: OfflineMode.allCases)
  func `set offline takes its three values`(mode: OfflineMode) async throws {
    let test = TestShell()
    let value = mode.rawValue
    #expect(
      await test.run("set offline \(value); set offline").output
        == "offline\t\(value)\there\twhether stored results may answer\n")
    #expect(test.settings.offline.value == mode)
    let outcome = await test.run("set offline on")
    #expect(outcome.status == 2)
    #expect(
      outcome.errors.contains("'on' is not a value of offline; choose auto, always, never"))
    #expect(test.settings.offline.value == mode)
  }

  @Test func `help shows a command rather than a page found by its name`() async throws {
    let test = TestShell()
    let later = Immediate(specification: .init("later", abstract: "Put it off")) { _ in }
    try test.shell.modules.load(SampleModule("later", commands: [later]))
    #expect(await test.run("help later").output.hasPrefix("Put it off\n"))
  }

  @Test func `set gather-limit accepts a number or auto`() async throws {
    let test = TestShell()
    #expect(
      await test.run("set gather-limit 5; set gather-limit | get value").output == "5\n")
    #expect(test.settings.gatherLimit == 5)
    #expect(await test.run("set gather-limit auto").status == 0)
    #expect(test.settings.gatherLimit == ShellSettings.defaultGatherLimit)
  }

  @Test(
    arguments: [
      ("less -S", "less -S", "less -S"), ("off", "", "off"), ("", "", "off"),
      ("cat", "cat", "cat"), ("auto", nil, "auto"),
      ("sh -c 'cat >&2'", "sh -c 'cat >&2'", "sh -c 'cat >&2'"),
    ] as [(String, String?, String)])
  func `set pager accepts a program with its arguments`(
    value: String, setting: String?, shown: String
  ) async throws {
    let test = TestShell()
    test.settings.pager = "more"
    #expect(await test.run(["set", "pager", value]).status == 0)
    #expect(test.settings.pager == setting)
    #expect(await test.run("set pager | get value").output == "\(shown)\n")
  }

  @Test(
    "An invalid value of a setting is refused at its position",
    arguments: [
      (
        "set pager 'less | cat'",
        "'less | cat' is not a pager; give auto, off, or a program with its arguments", 10, 12
      ),
      (
        "set pager \"'less\"",
        "''less' is not a pager; give auto, off, or a program with its arguments", 10, 7
      ),
      (
        "set gather-limit 0",
        "'0' is not a value of gather-limit; choose auto or a number of at least 1", 17, 1
      ),
      ("set keep-going yes", "'yes' is not a value of keep-going; choose on, off", 15, 3),
      (
        "set output xml",
        "'xml' is not a value of output; choose auto, table, tsv, json, jsonl, csv", 11, 3
      ),
      ("set -o tsv quiet 1", "'1' is not a value of quiet; choose on, off", 17, 1),
      ("set trace on", "'on' is not a value of trace; choose off, curl", 10, 2),
      ("set verbose ''", "'' is not a value of verbose; choose on, off", 12, 2),
      (
        "set outptu json",
        "SETTING takes output, anonymous, colors, gather-limit, highlight, keep-going, offline, pager, quiet, records, retries, suggestions, trace or verbose, not 'outptu'; did you mean output?",
        4,
        6
      ),
      ("set NAME = 'x'", nil, 0, 0),
    ] as [(String, String?, Int, Int)])
  func badSettings(line: String, message: String?, start: Int, length: Int) async throws {
    let outcome = await TestShell().run(line)
    #expect(outcome.status == 2)
    guard let message else { return }
    let caret = String(repeating: " ", count: start) + String(repeating: "^", count: length)
    #expect(outcome.errors == "test:1: \(message)\n  \(line)\n  \(caret)\n")
  }

  @Test func `version prints the same information in every format`() async throws {
    let outcome = await TestShell().run("version; version -o json")
    #expect(outcome == .init(0, "test 1.2.3\ntest 1.2.3\n"))
  }

  @Test func `The examples of the builtins run`() async throws {
    let test = TestShell()
    test.clock.advance(by: .seconds(1))
    for entry in test.shell.modules.builtins.all {
      #expect(!entry.specification.examples.isEmpty)
      for example in entry.specification.examples
      // Examples that save settings would write the user's own file; SettingTests cover them. Tests and
      // requests need a program, in which ExampleTests runs them.
      where !["products", "reviews", "sleep", "--save", "test ", "api get"].contains(
        where: example.line.contains)
      {
        #expect(await test.run(example.line).status == 0, "\(example.line)")
      }
    }
  }
}
