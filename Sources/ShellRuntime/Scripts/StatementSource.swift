import ShellOutput
import ShellLanguage

/// Where the statements come from that the shell runs: a script, or a user who types them.
@MainActor
protocol StatementSource: AnyObject {
  /// Whether a failure ends what runs.
  var stopsAtFailure: Bool { get }

  /// Tells why a command of the statement at hand failed.
  ///
  /// - Parameters:
  ///   - error: why.
  ///   - words: the command's words as written.
  func report(_ error: ShellError, in words: [Word])

  /// Keeps the status of a command that has ended.
  func note(_ status: ExitStatus)
}
