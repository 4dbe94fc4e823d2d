package import ShellLanguage
package import ShellOutput

/// The source of the running statements: a script, or a user who types them.
@MainActor
package protocol StatementSource: AnyObject {
  /// Whether the first failure ends the run.
  var stopsAtFailure: Bool { get }

  /// The source text of the current statement, or of the line that contains it.
  var text: String { get }

  /// Reports the failure of a command in the current statement.
  ///
  /// - Parameters:
  ///   - error: the reason.
  ///   - words: the words of the command, as typed.
  ///   - format: the output format requested by the statement, if any.
  func report(_ error: ShellError, in words: [Word], format: OutputFormat?)

  /// Records the status of a finished command.
  func note(_ status: ExitStatus)
}

/// The only command of a shell, whose failure the caller reports.
@MainActor
final class OneStatement: StatementSource {
  let stopsAtFailure = true
  let text = ""

  func report(_ error: ShellError, in words: [Word], format: OutputFormat?) {}

  func note(_ status: ExitStatus) {}
}

extension StatementSource {
  /// Returns the part of the current statement in a range of bytes.
  func text(in range: Range<Int>) -> String {
    let bytes = Array(text.utf8)
    return String(decoding: bytes[range.clamped(to: bytes.indices)], as: UTF8.self)
  }
}
