import Glibc

/// Files that several processes may replace at once, without a lock: the last one wins.
extension PrivateFile {
  /// Replaces the content, as ``replace(with:)`` does, but writes it to a file of its own first: `PATH.new-` and
  /// a random number.
  ///
  /// It removes what killed processes have left there. A writer keeps its file locked, so that it is known to be
  /// alive.
  ///
  /// - Throws: an error if the file cannot be written. The old content then stays.
  package func replaceUnlocked(with bytes: [UInt8]) throws {
    let (folder, name) = parts
    try Self.makeFolder(folder)
    let replacement = try beginUnlockedReplacement()
    do {
      try replacement.commit(bytes)
    } catch {
      replacement.cancel()
      throw error
    }
    Self.removeAbandoned("\(name).new-", in: folder)
  }

  private var parts: (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    return (
      slash == path.startIndex ? "/" : String(path[..<slash]),
      String(path[path.index(after: slash)...])
    )
  }

  func beginUnlockedReplacement() throws -> Replacement {
    while true {
      let name = "\(path).new-\(UInt64.random(in: .min ... .max))"
      let descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      if descriptor < 0, errno == EEXIST { continue }
      guard descriptor >= 0 else { throw error("write") }
      // Where files cannot be locked, none is removed either.
      while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
      var status = stat()
      guard fstat(descriptor, &status) == 0, status.st_nlink == 0 else {
        return Replacement(file: self, path: name, descriptor: descriptor)
      }
      // Another process has removed it before it was locked.
      close(descriptor)
    }
  }

  /// Removes the files whose names begin so and that no process writes any more.
  private static func removeAbandoned(_ start: String, in folder: String) {
    guard let entries = opendir(folder) else { return }
    defer { closedir(entries) }
    while let entry = readdir(entries) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard name.hasPrefix(start) else { continue }
      let path = "\(folder)/\(name)"
      let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
      guard descriptor >= 0 else { continue }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { unlink(path) }
      close(descriptor)
    }
  }
}
