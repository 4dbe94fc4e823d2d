/// What came of one test.
struct TestResult: Sendable, Equatable {
  enum Outcome: String, Sendable {
    case passed, skipped
    /// An expectation was not met.
    case failed
    /// Something else went wrong.
    case error
  }

  var name: String
  /// The path of its file.
  var file: String
  /// The number of its first line; nil for what went wrong outside of tests.
  var line: Int?
  var outcome: Outcome
  /// Why it has failed or was skipped, in one line.
  var message = ""
  /// The errors as they are shown, with the source.
  var text = ""
  /// The end of what it has written.
  var output = ""
  /// How many bytes came before that.
  var droppedCount = 0
  var seconds = 0.0

  var hasFailed: Bool { outcome == .failed || outcome == .error }
}

/// What came of the tests of a file.
struct FileResult: Sendable {
  var path: String
  var tests: [TestResult] = []
  /// How many requests were sent again.
  var resentCount = 0
  /// How long the whole file took.
  var seconds = 0.0

  var hasFailed: Bool { tests.contains(where: \.hasFailed) }
}

/// The results of all files.
struct TestResults: Sendable {
  var files: [FileResult] = []
  /// How long all of them took together.
  var seconds = 0.0
  var wasInterrupted = false

  var tests: [TestResult] { files.flatMap(\.tests) }

  func count(_ outcome: TestResult.Outcome) -> Int { tests.count { $0.outcome == outcome } }
}
