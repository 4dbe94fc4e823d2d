import ShellOutput

/// Why a secret cannot be read.
struct SecretProblem: Error, Equatable {
  /// What is wrong, without the subject: `ended with status 1`, or `is not set`.
  let text: String
  /// What the user can do about it.
  var hint: String?

  init(_ text: String, hint: String? = nil) {
    (self.text, self.hint) = (text, hint)
  }

  /// Returns the error that names who signs in with the secret.
  ///
  /// - Parameters:
  ///   - source: where the secret is.
  ///   - name: what the secret is for: `wh:live`.
  func error(_ source: SecretSource, for name: String) -> ShellError {
    let message =
      if case .command = source { "\(source) for \(name) \(text)" } else {
        "\(name) signs in with \(source), which \(text)"
      }
    return ShellError(.unauthorized, message, hint: hint)
  }
}
