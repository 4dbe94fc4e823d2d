import Testing

@testable import ShellChecks

/// The reports of tests, without the tests.
@Suite struct ReportTests {
  private static let results = TestResults(
    files: [
      FileResult(
        path: "a.sea",
        tests: [
          TestResult(name: "fine", file: "a.sea", line: 1, outcome: .passed, output: "quiet\n"),
          TestResult(
            name: "two \"quotes\" & <marks>\n\u{1}", file: "a.sea", line: 3, outcome: .failed,
            message: "n is 1", text: "a.sea:4: n is 1\n", output: "x\u{0}\n]]>\r\n",
            droppedCount: 7,
            seconds: 0.256),
          TestResult(
            name: "later # TODO", file: "a.sea", line: 9, outcome: .skipped, message: "no key"),
        ], resentCount: 2, seconds: 1),
      FileResult(
        path: "b.sea",
        tests: [
          TestResult(
            name: "outside of tests", file: "b.sea", outcome: .error, message: "it has ended")
        ], seconds: 61.5),
    ], seconds: 62)

  @Test func `a reader gets what has failed, and a sentence about all`() {
    let text = TestText(showsAll: false)
    let lines = Self.results.files.flatMap(text.lines)
    #expect(
      lines == [
        "FAILED: two \"quotes\" & <marks>\\n\\u{1} (a.sea:3)", "  a.sea:4: n is 1",
        "  it has written, after 7 bytes that are left out:", "    x\\u{0}", "    ]]>\\r",
        "skipped: later # TODO: no key", "ERROR: outside of tests (b.sea)", "  it has ended",
      ])
    #expect(
      TestText.summary(of: Self.results)
        == "4 tests in 2 files: 1 passed, 1 failed, 1 with an error, 1 skipped; "
        + "2 requests were sent again (62.00 s)")
    #expect(TestText(showsAll: true).lines(of: Self.results.files[0])[0] == "passed: fine (0.00 s)")
  }

  @Test func `two tests of one name are a warning, unless they are rows of a table`() {
    func test(_ name: String, _ line: Int?, _ outcome: TestResult.Outcome = .passed) -> TestResult {
      TestResult(name: name, file: "a.sea", line: line, outcome: outcome)
    }
    let file = FileResult(
      path: "a.sea",
      tests: [test("x", 1), test("row", 3), test("row", 3), test("x", 7), test("x", nil)])
    #expect(
      TestText(showsAll: false).lines(of: file) == [
        "a.sea:7: warning: the test on line 1 is also named 'x'"
      ])
  }

  @Test func `JUnit has escapes, and no output of what has passed`() {
    let xml = JUnitReport(name: "shell", showsAll: false).text(of: Self.results)
    #expect(
      xml.hasPrefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"shell\" "))
    for part in [
      "tests=\"4\" failures=\"1\" errors=\"1\" time=\"62.00\"",
      "name=\"two &quot;quotes&quot; &amp; &lt;marks&gt;&#10;\u{FFFD}\"",
      "<failure message=\"n is 1\" type=\"expectation\">a.sea:4: n is 1\n</failure>",
      "<system-out>x\u{FFFD}\n]]&gt;&#13;\n</system-out>", "<skipped message=\"no key\"/>",
      "<error message=\"it has ended\" type=\"error\">it has ended</error>", "time=\"0.26\"",
    ] {
      #expect(xml.contains(part), "\(part)\n\(xml)")
    }
    #expect(!xml.contains("quiet"))
    #expect(JUnitReport(name: "s", showsAll: true).text(of: Self.results).contains("quiet"))
  }

  @Test func `TAP has a plan, and names in which no directive begins`() {
    #expect(
      TAPReport.text(of: Self.results) == """
        TAP version 13
        1..4
        ok 1 - a.sea: fine
        not ok 2 - a.sea: two "quotes" & <marks> \\\\u{1}
        # a.sea:4: n is 1
        # x\\u{0}
        # ]]>
        ok 3 - a.sea: later \\# TODO # SKIP no key
        not ok 4 - b.sea: outside of tests
        # it has ended

        """)
  }

  @Test func `no test has a summary of its own`() {
    #expect(TestText.summary(of: TestResults()) == "0 tests in 0 files: 0 passed (0.00 s)")
  }
}
