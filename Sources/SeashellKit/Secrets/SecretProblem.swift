import ShellOutput

struct SecretProblem: Error, Equatable {
  /// The message without its subject: `ended with status 1`, or `is not set`.
  let text: String
  var hint: String?

  init(_ text: String, hint: String? = nil) {
    (self.text, self.hint) = (text, hint)
  }

  /// Returns the error that names the API, such as `wh:live`, and the source of the secret.
  func error(_ source: SecretSource, for name: String) -> ShellError {
    let message =
      if case .command = source { "\(source) for \(name) \(text)" } else {
        "\(name) signs in with \(source), which \(text)"
      }
    return ShellError(.unauthorized, message, hint: hint)
  }
}
