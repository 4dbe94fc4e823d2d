import Glibc

/// Waits for changes of a file, by any process, without polling (inotify(7)).
///
/// The file may come later, or be replaced. Changes of files whose names begin with its name, such as a
/// database's journal, count too. Changes that another machine makes over a network file system are
/// not seen.
package struct FileChanges: ~Copyable {
  private let descriptor: Int32
  private let name: [UInt8]

  /// Starts watching.
  ///
  /// - Parameter path: the file's path.
  /// - Returns: nil if the file's folder does not exist or cannot be watched.
  package init?(of path: String) {
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    name = Array(path[(slash.map { path.index(after: $0) } ?? path.startIndex)...].utf8)
    descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    guard descriptor >= 0 else { return nil }
    let changes = IN_MODIFY | IN_CREATE | IN_DELETE | IN_MOVED_TO | IN_MOVED_FROM
    // `deinit` runs after this too: a second close could meet a file that was opened meanwhile.
    guard inotify_add_watch(descriptor, folder, UInt32(changes)) >= 0 else { return nil }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Waits for a change since the previous call, or since the watch began.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  package func wait() async throws {
    while true {
      try await Readiness.wait(for: descriptor)
      if takeWaiting() { return }
    }
  }

  /// The most reads in one call, so that a busy writer cannot hold the reader.
  private static let maximumReads = 16

  /// Reads the waiting notices; returns whether one of them is about the file.
  ///
  /// It stops after `maximumReads`; any notices left end the next wait at once.
  private func takeWaiting() -> Bool {
    let headSize = MemoryLayout<inotify_event>.size
    var isChanged = false
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
      for _ in 0..<Self.maximumReads {
        let count = read(descriptor, buffer.baseAddress, buffer.count)
        guard count > 0 else { return }
        var start = 0
        while start + headSize <= count {
          let event = buffer.loadUnaligned(fromByteOffset: start, as: inotify_event.self)
          let end = start + headSize + Int(event.len)
          let text = buffer[(start + headSize)..<min(end, count)].prefix { $0 != 0 }
          // An event without a name: notices were lost, or the folder is gone.
          if text.isEmpty || text.starts(with: name) { isChanged = true }
          start = end
        }
      }
    }
    return isChanged
  }
}
