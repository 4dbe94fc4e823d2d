import SeashellKit

/// A failure of a module in another process: it ended, or violated the protocol.
package struct ModuleError: Error, Sendable, Equatable {
  /// The reason, which follows the module's name: `it ended with status 1`.
  let reason: String

  /// Advice for the user, if any.
  let hint: String?

  /// Creates an error.
  ///
  /// A reason may quote the module, so it is put on one line and shortened.
  init(_ reason: String, hint: String? = nil) {
    self.reason = ToolText.line(reason)
    self.hint = hint
  }

  /// The error that the user sees, with the module's name.
  func shellError(of module: String) -> ShellError {
    ShellError(.pluginBroke, "the module '\(module)' broke: \(reason)", hint: hint)
  }
}
