import Glibc

/// Which file it is that a path names, told apart from one that takes its place later.
struct FileIdentity: Equatable {
  private let device: UInt
  private let number: UInt

  /// Looks at a path; nil where it names no file.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    device = UInt(status.st_dev)
    number = UInt(status.st_ino)
  }
}
