import Glibc
import SeashellTesting

extension TemporaryFolder {
  /// Returns a file's permission bits, if it exists.
  func mode(_ name: String) -> mode_t? {
    var status = stat()
    return stat(file(name), &status) == 0 ? status.st_mode & 0o777 : nil
  }
}
