import CoreLoop
import CoreSystem
import ShellOutput

/// Runs the tests of files, several files at once, and passes on what came of each in the order of the files.
@MainActor
final class TestRunner {
  private let files: [TestFiles.File]
  private let settings: TestSettings
  private let program: TestProgram
  private let progress: @MainActor (ProgressOfTests) -> Void
  private let finished: @MainActor (FileResult) throws -> Void

  private var next = 0
  private var processes: [Int: TestProcess] = [:]
  private var results: [FileResult?]
  private var shownCount = 0
  private var state = ProgressOfTests()
  private var failure: (any Error)?

  init(
    _ files: [TestFiles.File], _ settings: TestSettings, by program: TestProgram,
    progress: @escaping @MainActor (ProgressOfTests) -> Void,
    finished: @escaping @MainActor (FileResult) throws -> Void
  ) {
    (self.files, self.settings, self.program) = (files, settings, program)
    (self.progress, self.finished) = (progress, finished)
    results = Array(repeating: nil, count: files.count)
  }

  /// Runs all files.
  ///
  /// - Parameter count: how many run at once.
  /// - Returns: what came of them; of a cancelled run, what came until then.
  /// - Throws: what `finished` throws.
  func run(atOnce count: Int) async throws -> TestResults {
    let start = MonotonicTime.precise()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<min(count, files.count) { group.addTask { await self.work() } }
    }
    if let failure { throw failure }
    return TestResults(
      files: results.compactMap(\.self),
      seconds: Double(MonotonicTime.precise() - start) / 1e9, wasInterrupted: Task.isCancelled)
  }

  private func work() async {
    while next < files.count, !Task.isCancelled, failure == nil,
      !(settings.failsFast && state.failedCount > 0)
    {
      let index = next
      next += 1
      let process = TestProcess(files[index].path, settings, by: program) { name in
        self.state.name = name
        self.progress(self.state)
      } ended: { test in
        self.note(test)
      }
      processes[index] = process
      results[index] = await process.run()
      processes[index] = nil
      show()
    }
  }

  private func note(_ test: TestResult) {
    state.count += 1
    if test.hasFailed { state.failedCount += 1 }
    progress(state)
    guard settings.failsFast, test.hasFailed else { return }
    for process in processes.values { process.isStopped = true }
  }

  /// Passes on the results of the files whose predecessors are over.
  private func show() {
    while shownCount < results.count, let result = results[shownCount] {
      shownCount += 1
      do { if failure == nil { try finished(result) } } catch { failure = error }
    }
  }
}

/// How far the tests are.
struct ProgressOfTests {
  var count = 0
  var failedCount = 0
  /// The name of the test that began last.
  var name = ""
}
