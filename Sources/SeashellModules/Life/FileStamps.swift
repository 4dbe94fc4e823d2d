import Glibc

/// What tells whether files have changed, without reading them.
struct FileStamps: Equatable {
  private struct Stamp: Equatable {
    let inode: UInt
    let size: Int
    let seconds: Int
    let nanoseconds: Int
  }

  private var stamps: [String: Stamp] = [:]

  /// Reads the stamps of files; a file that is not there has none.
  init(of paths: some Sequence<String>) {
    for path in paths {
      var status = stat()
      guard stat(path, &status) == 0 else { continue }
      stamps[path] = Stamp(
        inode: status.st_ino, size: status.st_size, seconds: status.st_mtim.tv_sec,
        nanoseconds: status.st_mtim.tv_nsec)
    }
  }
}
