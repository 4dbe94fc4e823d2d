package import SeashellKit

/// A module in another process broke: it ended, or did what the protocol does not allow.
package struct ModuleError: Error, Sendable, Equatable {
  /// What it did, as it follows the module's name: `it ended with status 1`.
  package let reason: String

  /// What the user can do, if there is something.
  package let hint: String?

  /// Creates an error.
  ///
  /// A reason may quote what the module sent, so a long one is cut, and it is one line.
  package init(_ reason: String, hint: String? = nil) {
    self.reason = ToolText.line(reason)
    self.hint = hint
  }

  /// The error that the user sees, with the module's name.
  package func shellError(of module: String) -> ShellError {
    ShellError(.pluginBroke, "the module '\(module)' broke: \(reason)", hint: hint)
  }
}
