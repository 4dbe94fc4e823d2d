import CoreLoop
import CoreSystem
import FoundationEssentials
import ShellCommands
import ShellOutput
import ShellRuntime

struct TestCommand: Command {
  let paths = Argument<[String]>(
    "PATH", "a file with tests, or a folder of such files", atLeastOne: true, completion: "files")
  let jobs = Option<Int>("jobs", "how many files to run at once", in: 1...64, default: 1)
  let filter = Option<String?>(
    "filter", value: "TEXT", "run only the tests whose name contains this text")
  let failsFast = Flag("fail-fast", "end with the first test that fails")
  let retries = Option<Int>(
    "retries", "how often to send a failed request again", in: RetrySetting.bounds, default: 0)
  let timeout = Option<Int>(
    "timeout", value: "SECONDS", "how long a test may take", in: 1...86_400, default: 60)
  let junit = Option<GivenText?>(
    "junit", value: "FILE", "also write a report in JUnit's format", completion: "files")
  let tap = Option<GivenText?>(
    "tap", value: "FILE", "also write a report in TAP, the Test Anything Protocol",
    completion: "files")
  let showsAll = Flag("verbose", short: "v", "also show what passes, with what it has written")

  /// The program that runs the tests of a file; nil if this shell is not in one.
  let program: TestProgram?
  /// Whether this shell runs the tests of a file itself.
  let isInTest: Bool

  var specification: CommandSpecification {
    CommandSpecification(
      "test",
      abstract: "Run the tests in files",
      discussion: """
        Of a folder, the files that end with .sea and have a test are run, in the order of their names; \
        'help tests' tells how to write one. All files are read before the first request.

        Each file runs in a process of its own, from top to bottom. It begins without the sessions, \
        stored answers and queued writes of the user, and with an embedded API that is new. No file of the \
        shell is changed, such as config.json: tests work on copies. A sign-in \
        outside of tests is shared by those below it; what a test changes is gone after it. --jobs runs \
        several files at once, and the tests of a file one after another.

        Shown are the tests that fail, each with its errors and the last 64 KiB that it has written, \
        without secrets, and a summary. FAILED is a test with an expectation that is not met, ERROR one in \
        which something else went wrong. '-' as the FILE of a report is standard output; the rest is then \
        written to standard error.

        The exit status is 0 if all tests have passed or were skipped, 1 if one has failed, 2 if a file \
        cannot be read or nothing was selected, and 130 after Ctrl-C.
        """,
      examples: [
        .init("test tests/", "runs the tests in a folder"),
        .init(
          "test tests/ --jobs 4 --retries 2 --junit report.xml",
          "runs four files at once, as in CI"),
        .init("test tests/orders.sea --filter refund -v", "shows some of a file's tests"),
      ],
      parameters: [
        paths, jobs, filter, failsFast, retries, timeout, junit, tap, showsAll,
      ])
  }

  func run(_ invocation: Invocation) async throws {
    let shell = try invocation.shell
    guard let program, !isInTest else {
      throw ShellError(.failed, isInTest ? "a test cannot run tests" : "only a program runs tests")
    }
    var settings = TestSettings()
    settings.retries = invocation[retries]
    settings.filter = invocation[filter]
    settings.seconds = invocation[timeout]
    settings.failsFast = invocation[failsFast]
    settings.showsAll = showsAll(invocation, shell)
    let reports = try reports(of: invocation)
    defer { reports.forEach { $0.file.close() } }
    var files = try await TestFiles(invocation[paths], in: shell)
    files.select(settings)

    let isOutputTaken = reports.contains { $0.file.isOutput }
    let show = { @MainActor (line: String) in
      if isOutputTaken { shell.report(line) } else { try invocation.output.text(line) }
    }
    let text = TestText(showsAll: settings.showsAll)
    let runner = TestRunner(files.files, settings, by: program) { progress in
      invocation.console.progress(ProgressUpdate(Self.label(progress)))
    } finished: { file in
      invocation.console.progress(nil)
      for line in text.lines(of: file) { try show(line) }
      try shell.streams.flush()
    }
    let results = try await invocation.handlingTermination {
      try await run(runner, invocation)
    }
    invocation.console.progress(nil)
    for report in reports { try await report.file.write(report.text(results), invocation) }
    guard !results.tests.isEmpty || results.wasInterrupted else {
      let filter = settings.filter.map { " whose name contains '\($0)'" } ?? ""
      throw ShellError(.usage, "there is no test\(filter)", hint: "see 'help tests'")
    }
    try show(TestText.summary(of: results))
    if results.wasInterrupted { throw ShellError.interrupted }
    if results.tests.contains(where: \.hasFailed) { throw ReportedFailure(status: .failure) }
  }

  /// Runs the files until they are over, or until Ctrl-C or SIGTERM.
  private func run(_ runner: TestRunner, _ invocation: Invocation) async throws -> TestResults {
    let count = invocation[jobs]
    let run = Task { try await runner.run(atOnce: count) }
    let end = Task {
      try await invocation.untilTerminated()
      run.cancel()
    }
    defer { end.cancel() }
    return try await withTaskCancellationHandler {
      try await run.value
    } onCancel: {
      run.cancel()
    }
  }

  private func showsAll(_ invocation: Invocation, _ shell: Shell) -> Bool {
    invocation[showsAll] || shell.settings.verbose.isRaised
  }

  private typealias Report = (file: ReportFile, text: (TestResults) -> String)

  /// Opens the files of the reports, before anything is sent.
  private func reports(of invocation: Invocation) throws -> [Report] {
    let (junit, tap) = (invocation[junit], invocation[tap])
    if let junit, junit.text == tap?.text {
      throw ShellError(.usage, "--junit and --tap cannot both write to '\(junit.text)'")
    }
    let shell = try invocation.shell
    let writer = JUnitReport(
      name: shell.host.identity.name, showsAll: showsAll(invocation, shell))
    var reports: [Report] = []
    if let junit {
      let file = try invocation.pointing(at: self.junit) { try ReportFile(junit) }
      reports.append((file, writer.text))
    }
    if let tap {
      let file = try invocation.pointing(at: self.tap) { try ReportFile(tap) }
      reports.append((file, TAPReport.text))
    }
    return reports
  }

  private static func label(_ progress: ProgressOfTests) -> String {
    let failed = progress.failedCount
    return
      "\(progress.count) test\(progress.count == 1 ? "" : "s")\(failed > 0 ? ", \(failed) failed" : ""): \(progress.name)"
  }
}
