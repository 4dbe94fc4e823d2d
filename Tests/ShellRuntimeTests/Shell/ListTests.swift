import ShellRuntime
import ShellTestSupport
import Testing

@MainActor
@Suite struct ListTests {
  /// A script, the part of it that runs, and its status: once stopping at the first failure, once continuing.
  typealias Row = (script: String, stopping: String, Int32, goingOn: String, Int32)

  @Test(
    "A list follows its connectors, and has the status of its last command",
    arguments: [
      ("print a; print b", "ab", 0, "ab", 0),
      ("print a && print b", "ab", 0, "ab", 0),
      ("print a || print b", "a", 0, "a", 0),
      ("print a || print b && print c", "ac", 0, "ac", 0),
      ("print a || print b; print c", "ac", 0, "ac", 0),
      ("shop fail && print a", "", 1, "", 1),
      ("shop fail || print a", "a", 0, "a", 0),
      ("shop fail && print a || print b", "b", 0, "b", 0),
      ("shop fail || print a && print b", "ab", 0, "ab", 0),
      ("shop fail; print a", "", 1, "a", 1),
      ("shop fail invalid; shop fail not_found; print a", "", 6, "a", 6),
      ("shop fail invalid && print a; print b", "", 6, "b", 6),
      ("shop fail invalid || shop fail not_found", "", 3, "", 3),
      ("shop fail invalid || shop fail not_found; print a", "", 3, "a", 3),
      ("shop fail invalid || shop fail not_found || print a", "a", 0, "a", 0),
      ("print a && shop fail not_found || print b; print c", "abc", 0, "abc", 0),
      ("print a\nshop fail invalid\nprint b\nshop fail not_found", "a", 6, "ab", 6),
      ("nonsense; print a", "", 2, "a", 2),
      ("print $nothing || print a", "a", 0, "a", 0),
      ("print 'a\nprint b", "", 2, "", 2),
      ("print a | | cat\nprint b", "", 2, "b", 2),
      ("shop later && shop later; shop half", "laterlater12", 8, "laterlater12", 8),
      ("exit 3; print a", "", 3, "", 3),
      ("exit 3 && print a", "", 3, "", 3),
      ("shop fail && exit 3; print a", "", 1, "a", 1),
      ("shop fail || exit 3", "", 3, "", 3),
      ("shop fail not_found\nprint a\nexit", "", 3, "a", 0),
      ("shop fail not_found || exit", "", 3, "", 3),
      ("shop fail invalid\nexit 0", "", 6, "", 0),
      ("exit 256\nprint a", "", 2, "a", 2),
    ] as [Row])
  func lists(row: Row) async throws {
    let (script, stopping, status, goingOn, lateStatus) = row
    func compact(_ text: String) -> String {
      String(text.filter { $0 != "\n" }).replacing("\tthing 1", with: "")
        .replacing("\tthing 2", with: "")
    }
    let first = await TestShell().run(script)
    #expect(compact(first.output) == stopping && first.status == status)
    let test = TestShell()
    test.settings.keepsGoing = true
    let second = await test.run(script)
    #expect(compact(second.output) == goingOn && second.status == lateStatus)
  }

  @Test func `Each failure is reported once, at its own position`() async throws {
    let test = TestShell()
    test.settings.keepsGoing = true
    let outcome = await test.run("print a; shop fail\n\nshop fail invalid; print b; nonsense #")
    #expect(
      outcome
        == .init(
          1, "a\nb\n",
          """
          test:1: it failed
            print a; shop fail
                     ^^^^^^^^^
          test:3: it failed
            shop fail invalid; print b; nonsense #
            ^^^^^^^^^^^^^^^^^
          test:3: 'nonsense' is not a command; see 'help' or 'help finding'
            shop fail invalid; print b; nonsense #
                                        ^^^^^^^^

          """))
  }

  @Test(
    "In a statement of several lines, an error shows its own line and number",
    arguments: [
      ("print a &&\n  shop show 200", "test:2: ", "    shop show 200\n              ^^^"),
      ("print \\\n  b \\\n  $none", "test:3: ", "    $none\n    ^^^^^"),
      (
        "#\nprint 'a\nb' && shop show 200", "test:3: ",
        "  b' && shop show 200\n                  ^^^"
      ),
      ("print a\nprint b \"c\nd", "test:2: ", "  print b \"c\n          ^"),
      ("print a |\n\n| cat", "test:3: ", "  | cat\n  ^"),
      ("print a &&\n", "test:1: ", "  print a &&\n          ^^"),
    ])
  func severalLines(script: String, place: String, excerpt: String) async throws {
    let outcome = await TestShell().run(script)
    #expect(outcome.errors.hasPrefix(place))
    #expect(outcome.errors.hasSuffix("\n\(excerpt)\n"))
    #expect(outcome.status == (script.contains("200") ? 3 : 2))
  }

  @Test(
    "The last status is read as `$?`",
    arguments: [
      ("print $?", "0\n"), ("shop fail not_found || print $?", "3\n"),
      ("shop fail || print a; print $?", "a\n0\n"),
      ("shop fail invalid\nprint $?\nprint $?", "6\n0\n"),
      ("print 'a\nprint b'\nprint $?", "a\nprint b\n0\n"),
      ("print 'a' | |\nprint $?", "2\n"), ("nonsense\nprint $?", "2\n"),
      ("nonsense; print $?", "2\n"),
    ])
  func lastStatus(script: String, output: String) async throws {
    let test = TestShell()
    test.settings.keepsGoing = true
    #expect(await test.run(script).output == output)
  }
}
