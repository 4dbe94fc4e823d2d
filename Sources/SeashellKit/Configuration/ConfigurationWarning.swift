/// A warning about a configuration field that works, but should be written differently.
package struct ConfigurationWarning: Sendable, Equatable {
  package let path: String

  /// The line, counted from 1.
  package let line: Int

  /// The character in its line, counted from 1.
  package let column: Int

  /// The problem, with the field's name; never its value.
  package let message: String

  /// Advice to the user.
  package let hint: String
}
