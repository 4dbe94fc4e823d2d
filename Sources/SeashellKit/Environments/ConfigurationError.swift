package import ShellOutput

/// Why a configuration cannot be used: what is wrong, in which file, on which line.
package struct ConfigurationError: Error, Sendable, Equatable {
  /// The file.
  package let path: String

  /// The line, counted from 1; nil where it is the whole file.
  package let line: Int?

  /// What is wrong, with the field's name where there is one.
  package let message: String

  /// What to do about it.
  package let hint: String?

  /// The error as the shell tells it; the line itself is not shown, for it may hold what should not
  /// be read.
  package var diagnostic: Diagnostic {
    Diagnostic(ShellError(.usage, message, hint: hint), file: path, line: line)
  }
}

extension ConfigurationError: ShellErrorConvertible {
  /// The error where no place is told beside it.
  package var shellError: ShellError {
    let place = line.map { "\(path):\($0)" } ?? path
    return ShellError(.usage, "\(place): \(message)", hint: hint)
  }
}
