/// The error of a command that wrote an invalid result; the shell adds the command's name.
package struct OutputMisuse: ShellErrorConvertible, Equatable {
  /// What the command did, in words that follow its name: `wrote a row before its columns`.
  package let message: String

  init(message: String) { self.message = message }

  /// The error without the command's name.
  package var shellError: ShellError { ShellError(.failed, "a command \(message)") }
}
