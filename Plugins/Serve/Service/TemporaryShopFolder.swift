import FoundationEssentials
import Glibc
import SeashellKit

/// The folder of a temporary shop.
///
/// Its process locks it. The next process removes unlocked folders, which belong to killed processes.
struct TemporaryShopFolder {
  private static let prefix = "seashell-serve-"

  private let path: String
  private let lock: Int32

  var database: String { "\(path)/shop.db" }

  /// Creates a private folder in `base`, and removes those of killed processes.
  init(in base: String) throws {
    Self.sweep(base)
    while true {
      // mkdtemp(3) replaces the six X by a unique suffix.
      var name = Array("\(base)/\(Self.prefix)XXXXXX".utf8CString)
      guard let made = mkdtemp(&name) else { throw Self.error(base) }
      let path = String(cString: made)
      // Another process may remove the folder before it is locked.
      guard let lock = Self.lock(path) else {
        guard errno == ENOENT else { throw Self.error(base) }
        continue
      }
      if access(path, F_OK) == 0 {
        (self.path, self.lock) = (path, lock)
        return
      }
      close(lock)
    }
  }

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

  /// Removes a shop's files and folder; a folder with other files is kept.
  private static func remove(_ path: String) {
    for name in ["shop.db", "shop.db-journal"] { unlink("\(path)/\(name)") }
    rmdir(path)
  }

  /// Locks a folder; returns nil if it belongs to another user, or is already locked.
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

  private static func error(_ base: String) -> ShellError {
    ShellError(system: "cannot create a folder in \(base)")
  }
}
