import ShellCommands
import ShellLanguage
import ShellOutput
import ShellRuntime

/// The statement of a job.
@MainActor
final class JobStatement: StatementSource {
  let text: String
  /// Where the statement begins in the source that its words' places count from, in bytes.
  private let start: Int
  /// What names the job in its errors; nil if they need no name.
  private let name: String?
  private let errors: ErrorReporter

  /// The status of the statement.
  private(set) var status = ExitStatus.success
  /// The message of the last error.
  private(set) var failure: String?

  init(text: String, start: Int, name: String?, _ shell: Shell) {
    self.text = text
    self.start = start
    self.name = name
    errors = ErrorReporter(shell)
  }

  var stopsAtFailure: Bool { true }

  func report(_ error: ShellError, in words: [Word], format: OutputFormat?) {
    // The user who cancelled the job needs no message.
    if error == .interrupted { return }
    var error = error.located(in: words)
    error.range = error.range.map { range in
      max(0, range.lowerBound - start)..<max(0, range.upperBound - start)
    }
    failure = error.message
    errors.report(error, format: format, file: name, source: text)
  }

  func note(_ status: ExitStatus) {
    if self.status == .success { self.status = status }
  }
}
