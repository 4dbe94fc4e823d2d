import FoundationEssentials
import Glibc
import SeashellKit

/// The folder of a temporary shop.
///
/// It is locked while its process lives. So the next process recognizes the folders of killed ones, and
/// removes them.
struct TemporaryShopFolder {
  private static let prefix = "seashell-serve-"

  private let path: String
  private let lock: Int32

  /// The path of the shop's database.
  var database: String { "\(path)/shop.db" }

  /// Creates a folder for its owner only, and removes those of killed processes.
  ///
  /// - Parameter base: the parent folder.
  /// - Throws: `ShellError` if it cannot be created.
  init(in base: String) throws {
    Self.sweep(base)
    while true {
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

  /// Removes the folder, which cannot be used afterwards.
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

  /// Removes a shop's files and its folder, but nothing else.
  private static func remove(_ path: String) {
    for name in ["shop.db", "shop.db-journal"] { unlink("\(path)/\(name)") }
    rmdir(path)
  }

  /// Locks a folder of this user; nil if it is another user's, or already locked.
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
