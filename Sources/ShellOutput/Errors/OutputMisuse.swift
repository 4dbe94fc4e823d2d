/// A command wrote what cannot be a result; the shell adds the command's name.
package struct OutputMisuse: ShellErrorConvertible, Equatable {
  /// What the command did, as it follows its name: `wrote a row before its columns`.
  package let message: String

  /// What the user can do; nil if only the command's author can mend it.
  package let hint: String?

  /// Creates the error.
  package init(message: String, hint: String? = nil) {
    self.message = message
    self.hint = hint
  }

  /// The error without the command's name.
  package var shellError: ShellError { ShellError(.failed, "a command \(message)", hint: hint) }
}
