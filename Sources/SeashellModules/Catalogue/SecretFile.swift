import CoreSystem
import Glibc
import SeashellKit

/// A file that contains only a secret, and that only the user can read.
enum SecretFile {
  /// The maximum size of a file: 64 KiB.
  private static let maximumSize = 64 << 10

  /// Returns the content without the newline at its end.
  ///
  /// - Parameters:
  ///   - path: an absolute path, or one that begins with `~/`.
  ///   - home: the user's home.
  /// - Throws: `ShellError` that names the file, if it cannot be read or others can read or change it.
  static func read(_ path: String, home: String?) throws -> String {
    var full = path
    if path.hasPrefix("~/"), let home { full = home + path.dropFirst() }
    guard full.hasPrefix("/"), !full.utf8.contains(0) else {
      throw ShellError(
        .usage, "'${file:\(path)}' does not name a file", hint: "begin the path with / or ~/")
    }
    let descriptor = open(full, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else {
      throw ShellError(.usage, "cannot read the secret in '\(path)': \(reason(errno))")
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw ShellError(.usage, "cannot read the secret in '\(path)': it is not a regular file")
    }
    guard status.st_uid == geteuid() else {
      throw ShellError(
        .usage, "the file '\(path)' with a secret is not yours", hint: "make a copy that is yours")
    }
    guard status.st_mode & 0o077 == 0 else {
      throw ShellError(
        .usage, "others can read or write the file '\(path)' with a secret",
        hint: "make it private: chmod 600 '\(path)'")
    }
    guard let bytes = FileBytes.read(descriptor, upTo: maximumSize) else {
      throw ShellError(.usage, "cannot read the secret in '\(path)': \(reason(errno))")
    }
    guard bytes.count <= maximumSize, let text = String(validating: bytes, as: UTF8.self) else {
      throw ShellError(
        .usage, "cannot read the secret in '\(path)': it is larger than 64 KiB, or no text")
    }
    ProcessMemory.keepOutOfCoreDumps()
    let line = text.hasSuffix("\r\n") || text.hasSuffix("\n") ? String(text.dropLast()) : text
    guard !line.isEmpty else {
      throw ShellError(.usage, "the file '\(path)' is empty, and should have a secret")
    }
    return line
  }

  private static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
}
