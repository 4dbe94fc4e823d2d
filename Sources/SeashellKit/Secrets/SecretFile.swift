import CoreSystem
import Glibc
import ShellOutput
import WebAuthorization

/// Reads a secret from a file that only its user can read.
package enum SecretFile {
  /// Reads the secret of an API: one line.
  ///
  /// - Throws: an error if the file has no secret, or if other users could read or replace it.
  static func secret(in path: String) throws(SecretProblem) -> Secret {
    try SecretText.secret(try bytes(of: path, named: path), "has")
  }

  /// Reads the secret of a module, which may have several lines.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - name: its path as the user wrote it, for errors.
  /// - Returns: the content without the line break at its end.
  /// - Throws: `ShellError`, with why the file has no secret, or who else could read or replace it.
  package static func text(of path: String, named name: String) throws -> String {
    do throws(SecretProblem) {
      return try SecretText.text(try bytes(of: path, named: name), "has")
    } catch {
      throw ShellError(
        .usage, "the secret is in '\(name)', which \(error.text)", hint: error.hint)
    }
  }

  private static func bytes(of path: String, named name: String) throws(SecretProblem) -> [UInt8] {
    let guarded = try GuardedPath(path)
    // O_NONBLOCK: opening a named pipe must not wait for its writer.
    let descriptor = open(
      guarded.path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw GuardedPath.missing(errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw GuardedPath.missing(errno) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw SecretProblem("is not a regular file")
    }
    guard status.st_uid == geteuid() else { throw SecretProblem("belongs to another user") }
    let others = status.st_mode & (S_IRWXG | S_IRWXO)
    guard others == 0 else {
      let canChange = others & (S_IWGRP | S_IWOTH) != 0
      throw SecretProblem(
        "other users can \(canChange ? "change" : "read")", hint: "run chmod 600 \(name)")
    }
    guard let bytes = FileBytes.read(descriptor, upTo: SecretText.maximumSize) else {
      throw GuardedPath.missing(errno)
    }
    ProcessMemory.keepOutOfCoreDumps()
    return bytes
  }
}
