import ShellLanguage
package import ShellOutput

extension SyntaxError: ShellErrorConvertible {
  /// The error as the shell tells it.
  package var shellError: ShellError {
    var error = ShellError(.syntax, message, hint: hint)
    error.range = range
    return error
  }
}
