import Glibc
import SeashellTesting

extension TemporaryFolder {
  /// The permission bits of a file; nil where it is not there.
  func mode(_ name: String) -> mode_t? {
    var status = stat()
    return stat(file(name), &status) == 0 ? status.st_mode & 0o777 : nil
  }
}
