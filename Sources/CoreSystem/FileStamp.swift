import Glibc

/// The attributes of a file that differ after each change; its content is not read.
package struct FileStamp: Sendable, Hashable {
  /// The size in bytes.
  package let size: Int
  /// The time of the last change of the content, in nanoseconds since 1970.
  package let modified: Int
  /// The time of the last change of attributes or content, in nanoseconds since 1970.
  package let changed: Int
  package let inode: Int

  package init(size: Int, modified: Int, changed: Int, inode: Int) {
    self.size = size
    self.modified = modified
    self.changed = changed
    self.inode = inode
  }

  /// Reads the stamp of a regular file, following links; fails for anything else.
  package init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    self.init(status)
  }

  /// Reads the stamp of an open file; fails for anything but a regular file.
  package init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    self.init(status)
  }

  /// Reads the stamp of a name without following links; nil if it does not exist.
  package init?(name path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// Reads the stamp of a folder, which differs after a file in it was replaced; nil if there is none.
  package init?(folder: String) {
    var status = stat()
    guard stat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return nil }
    self.init(status)
  }

  private init(_ status: stat) {
    self.init(
      size: Int(status.st_size), modified: Self.nanoseconds(status.st_mtim),
      changed: Self.nanoseconds(status.st_ctim), inode: Int(truncatingIfNeeded: status.st_ino))
  }

  /// Whether a later change of the file would give another stamp.
  ///
  /// Two changes within one tick of the file system's clock have the same time.
  package var isSettled: Bool {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return Self.nanoseconds(now) - max(modified, changed) > 1_000_000_000
  }

  private static func nanoseconds(_ time: timespec) -> Int {
    Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
  }
}
