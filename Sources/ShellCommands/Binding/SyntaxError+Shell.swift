import ShellLanguage
package import ShellOutput

extension SyntaxError: ShellErrorConvertible {
  /// The error with its place in the source.
  package var shellError: ShellError {
    var error = ShellError(.syntax, message, hint: hint)
    error.range = range
    return error
  }
}
