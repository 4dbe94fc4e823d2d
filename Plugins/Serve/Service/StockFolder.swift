import FoundationEssentials
import Glibc
import SeashellKit

/// The folder of a shop that is forgotten at the end.
///
/// It is locked for as long as its process lives. So whoever makes the next one knows those that were
/// left behind by a process that was killed, and removes them.
struct StockFolder {
  private static let prefix = "seashell-serve-"

  private let path: String
  private let lock: Int32

  /// Where the shop's file goes.
  var database: String { "\(path)/shop.db" }

  /// Makes a folder for its owner alone.
  ///
  /// - Parameter base: where to make it, and to look for others.
  /// - Throws: `ShellError` where it cannot be made.
  init(in base: String) throws {
    Self.sweep(base)
    while true {
      var name = Array("\(base)/\(Self.prefix)XXXXXX".utf8CString)
      guard let made = mkdtemp(&name) else { throw Self.failure(base) }
      let path = String(cString: made)
      // Another process may find it before it is locked.
      guard let lock = Self.lock(path) else {
        guard errno == ENOENT else { throw Self.failure(base) }
        continue
      }
      if access(path, F_OK) == 0 {
        (self.path, self.lock) = (path, lock)
        return
      }
      close(lock)
    }
  }

  /// Removes the folder; it is not to be used after that.
  func remove() {
    Self.remove(path)
    close(lock)
  }

  private static func sweep(_ base: String) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: base)) ?? []
    for name in names where name.hasPrefix(prefix) {
      let path = "\(base)/\(name)"
      guard let lock = lock(path, waits: false) else { continue }
      remove(path)
      close(lock)
    }
  }

  /// Removes what a shop leaves in its folder, and nothing else.
  private static func remove(_ path: String) {
    for name in ["shop.db", "shop.db-journal"] { unlink("\(path)/\(name)") }
    rmdir(path)
  }

  /// Locks a folder of this user's; nil where it is none, or locked.
  private static func lock(_ path: String, waits: Bool = true) -> Int32? {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_uid == geteuid(),
      flock(descriptor, waits ? LOCK_EX : LOCK_EX | LOCK_NB) == 0
    else {
      close(descriptor)
      return nil
    }
    return descriptor
  }

  private static func failure(_ base: String) -> ShellError {
    ShellError(system: "cannot make a folder in \(base)")
  }
}
