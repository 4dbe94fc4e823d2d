import SeashellKit

/// Reads a password from what standard input gave.
enum PasswordInput {
  /// The only line of an input, with or without its newline.
  ///
  /// - Throws: `ShellError` where it is empty, or more than one line.
  static func line(of input: String) throws -> String {
    var line = input
    if let last = line.last, last == "\n" || last == "\r\n" { line.removeLast() }
    guard !line.isEmpty else { throw ShellError(.usage, "the password is empty") }
    guard !line.utf8.contains(where: { $0 == 0 || $0 == UInt8(ascii: "\n") }) else {
      throw ShellError(
        .usage, "standard input has more than one line", hint: "give the password alone")
    }
    return line
  }
}
