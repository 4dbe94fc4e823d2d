public import ShellOutput

/// An error in a configuration: what is wrong, in which file and on which line.
public struct ConfigurationError: Error, Sendable, Equatable {
  /// The path of the file.
  public let path: String

  /// The line, counted from 1; nil if the error concerns the whole file.
  public let line: Int?

  /// The message, with the field's name if it concerns one.
  public let message: String

  /// Advice to the user, if any.
  public var hint: String?

  /// The character in its line, counted from 1; nil if the error concerns the whole file.
  package internal(set) var column: Int?

  /// The error with its file and line.
  ///
  /// The line's text is left out, since it may contain a secret.
  package var diagnostic: Diagnostic {
    Diagnostic(ShellError(.usage, message, hint: hint), file: path, line: line)
  }
}

extension ConfigurationError: ShellErrorConvertible {
  /// The error with its file and line at the beginning of the message.
  public var shellError: ShellError {
    let place = line.map { "\(path):\($0)" } ?? path
    return ShellError(.usage, "\(place): \(message)", hint: hint)
  }
}

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
