import Glibc

/// Reads the names in a folder, as many as a user can be let wait for.
enum FolderReader {
  /// How many names are looked at.
  static let most = 5_000

  /// Calls a body with each name and what it is: one of the `DT_` constants of readdir(3).
  ///
  /// Names that are not UTF-8, `.` and `..` are left out. A folder that cannot be read has no names.
  ///
  /// - Parameter prefix: what the names begin with.
  static func forEachName(
    in folder: String, beginningWith prefix: String, _ body: (_ name: String, _ kind: Int) -> Void
  ) {
    guard let stream = opendir(folder), let offset = MemoryLayout<dirent>.offset(of: \.d_name)
    else { return }
    defer { closedir(stream) }
    let prefix = prefix.utf8CString
    var count = 0
    while count < most, let entry = readdir(stream) {
      count += 1
      let bytes = (UnsafeRawPointer(entry) + offset).assumingMemoryBound(to: CChar.self)
      let fits = prefix.withUnsafeBufferPointer { prefix in
        strncmp(bytes, prefix.baseAddress ?? bytes, prefix.count - 1) == 0
      }
      guard fits, let name = String(validatingCString: bytes), name != ".", name != ".." else {
        continue
      }
      body(name, Int(entry.pointee.d_type))
    }
  }

  /// Whether a path leads to a folder.
  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
