import FoundationEssentials
import Glibc

/// A folder that is removed with its last user.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    path =
      FileManager.default.temporaryDirectory.path + "/seashell-\(UInt64.random(in: 0 ... .max))"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  func file(_ name: String) -> String { "\(path)/\(name)" }

  /// The permission bits of a file; nil where it is not there.
  func mode(_ name: String) -> mode_t? {
    var status = stat()
    return stat(file(name), &status) == 0 ? status.st_mode & 0o777 : nil
  }
}
