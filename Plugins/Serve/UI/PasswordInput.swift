import SeashellKit

/// Parses a password from standard input.
enum PasswordInput {
  /// Returns the only line of an input, without its newline.
  ///
  /// - Throws: `ShellError` if it is empty or has more than one line.
  static func line(of input: String) throws -> String {
    var line = input
    if let last = line.last, last == "\n" || last == "\r\n" { line.removeLast() }
    guard !line.isEmpty else { throw ShellError(.usage, "the password is empty") }
    guard !line.utf8.contains(where: { $0 == 0 || $0 == UInt8(ascii: "\n") }) else {
      throw ShellError(
        .usage, "standard input has more than one line", hint: "pass only the password")
    }
    return line
  }
}
