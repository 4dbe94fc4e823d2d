import Glibc
import WebAuthorization

/// Reads a secret from a file that only its user can read.
enum SecretFile {
  /// Reads the secret.
  ///
  /// - Throws: an error if the file has no secret, or if other users could read or replace it.
  static func secret(in path: String) throws(SecretProblem) -> Secret {
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
        "other users can \(canChange ? "change" : "read")", hint: "run chmod 600 \(path)")
    }
    return try SecretText.secret(try bytes(of: descriptor), "has")
  }

  /// Reads the file, up to one byte more than a secret may have.
  private static func bytes(of descriptor: Int32) throws(SecretProblem) -> [UInt8] {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4_096)
    while bytes.count <= SecretText.maximumSize {
      let count = read(descriptor, &piece, piece.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw GuardedPath.missing(errno) }
      guard count > 0 else { break }
      bytes += piece[..<count]
    }
    return bytes
  }
}
