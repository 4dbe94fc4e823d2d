import ShellCommands
import ShellLanguage
import ShellOutput
import ShellRuntime

@MainActor
final class JobStatement: StatementSource {
  let text: String
  /// The offset of the statement in the source from which its words' positions count, in bytes.
  private let start: Int
  /// The name of the job in its errors, if they need one.
  private let name: String?
  private let errors: ErrorReporter

  private(set) var status = ExitStatus.success
  private(set) var failure: String?

  init(text: String, start: Int, name: String?, _ shell: Shell) {
    self.text = text
    self.start = start
    self.name = name
    errors = ErrorReporter(shell)
  }

  var stopsAtFailure: Bool { true }

  func report(_ error: ShellError, in words: [Word], format: OutputFormat?) {
    // A user who has cancelled the job needs no message.
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
