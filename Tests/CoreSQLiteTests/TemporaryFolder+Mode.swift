import Glibc
import SeashellTesting

extension TemporaryFolder {
  /// Returns the permission bits of a file; nil if it does not exist.
  func mode(_ name: String) -> mode_t? {
    var status = stat()
    return stat(file(name), &status) == 0 ? status.st_mode & 0o777 : nil
  }
}
