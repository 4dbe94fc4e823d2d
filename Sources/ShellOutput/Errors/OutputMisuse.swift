/// A command wrote what cannot be a result; the shell adds the command's name.
package struct OutputMisuse: ShellErrorConvertible, Equatable {
  /// What the command did, as it follows its name: `wrote a row before its columns`.
  package let message: String

  /// Creates the error.
  init(message: String) { self.message = message }

  /// The error without the command's name.
  package var shellError: ShellError { ShellError(.failed, "a command \(message)") }
}
