import ShellLanguage
package import ShellOutput

extension SyntaxError: ShellErrorConvertible {
  /// The error with its place in the source.
  package var shellError: ShellError {
    if case .inputAfterPipe(let stage, let place) = kind,
      Spelling.nearest(to: stage, among: ["where"]) != nil
    {
      var error = ShellError(
        .syntax, "'\(stage)' is not a stage", hint: "did you mean 'where'?")
      error.range = place
      return error
    }
    var error = ShellError(.syntax, message, hint: hint)
    error.range = range
    return error
  }
}
