import CoreSQLite
import CoreSystem
import Glibc
import WebAPI

/// The open file of a queue, with the current schema.
///
/// Times are seconds since 1970. A number is never reused, so it always names the same write.
struct QueueFile {
  private static let version = 2

  private static let schema = """
    CREATE TABLE writes (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      environment TEXT NOT NULL,
      address TEXT NOT NULL,
      account TEXT,
      head TEXT NOT NULL,
      fields TEXT,
      base TEXT,
      theirs TEXT,
      state TEXT NOT NULL,
      reason TEXT,
      status INTEGER,
      overwrites INTEGER NOT NULL DEFAULT 0,
      tries INTEGER NOT NULL,
      created_at REAL NOT NULL,
      in_doubt_since REAL,
      waits_from REAL,
      waits_until REAL,
      depends_on INTEGER,
      size INTEGER NOT NULL,
      digest TEXT NOT NULL,
      body BLOB,
      sent_count INTEGER NOT NULL DEFAULT 0,
      is_released INTEGER NOT NULL DEFAULT 0
    );
    CREATE INDEX writes_by_owner ON writes (environment, address, account);
    CREATE INDEX writes_by_dependency ON writes (depends_on) WHERE depends_on IS NOT NULL;
    """

  /// Upgrades a file of version 1: adds how often a write was sent, and whether the user allows a repetition.
  private static let secondVersion = """
    ALTER TABLE writes ADD COLUMN sent_count INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE writes ADD COLUMN is_released INTEGER NOT NULL DEFAULT 0;
    UPDATE writes SET sent_count = MAX(tries, 1) WHERE in_doubt_since IS NOT NULL;
    """

  let database: Database

  /// Creates the folder and the file if necessary.
  init(directory: String) throws {
    try PrivateFile.makeFolder(directory)
    let path = Self.path(in: directory)
    let database = try Database(path: path)
    // A copied file may have other permissions.
    chmod(path, 0o600)
    if try Self.version(of: database) != Self.version {
      try database.transaction(.immediate) { try Self.migrate(database) }
    }
    // Without this, a power failure could lose a new file, with its rows, from its folder.
    try Self.sync(directory)
    self.database = database
  }

  static func path(in directory: String) -> String { "\(directory)/queue.db" }

  private static func version(of database: Database) throws -> Int {
    try database.first("PRAGMA user_version") { $0.integer(0) } ?? 0
  }

  private static func migrate(_ database: Database) throws {
    let found = try version(of: database)
    guard found != version else { return }
    guard found <= version else {
      throw QueueError(
        .storage,
        "the queue's file \(database.path) was written by a newer version of this program",
        hint: "use the newer version, or move the file away")
    }
    if found == 1 {
      try database.execute(secondVersion)
    } else {
      guard try database.first("SELECT 1 FROM sqlite_schema", row: { _ in true }) == nil else {
        throw QueueFileDamaged()
      }
      try database.execute(schema)
    }
    try database.execute("PRAGMA user_version = \(version)")
  }

  private static func sync(_ directory: String) throws {
    var path = directory
    // The folder and its parent.
    for _ in 0..<2 {
      let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      guard descriptor >= 0 else { throw SystemError("cannot open \(path)") }
      defer { close(descriptor) }
      // EINVAL: the file system does not support it.
      guard fsync(descriptor) == 0 || errno == EINVAL else {
        throw SystemError("cannot sync \(path)")
      }
      guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return }
      path = String(path[..<slash])
    }
  }
}

struct QueueFileDamaged: Error {}

extension QueueFile {
  /// Renames a damaged file, so that a new queue can be created; deletes nothing.
  ///
  /// If two processes find the damage at the same time, the file is renamed once. `isCertain`
  /// renames it even if it now looks intact. Returns the new name; nil if the file is intact.
  static func setAside(in directory: String, isCertain: Bool) throws -> String? {
    let lock = try FileLock(directory, isFolder: true)
    _ = try lock.takeBlocking(tries: .max, pause: 10)
    defer { lock.release() }
    if !isCertain, isWhole(directory) { return nil }
    let path = path(in: directory)
    var number = 1
    while access("\(path).damaged-\(number)", F_OK) == 0 { number += 1 }
    let aside = "\(path).damaged-\(number)"
    // The journal first: it must not be applied to a new file.
    guard rename("\(path)-journal", "\(aside)-journal") == 0 || errno == ENOENT,
      rename(path, aside) == 0
    else { throw SystemError("cannot rename \(path)") }
    return aside
  }

  private static func isWhole(_ directory: String) -> Bool {
    guard let file = try? QueueFile(directory: directory) else { return false }
    let finding = try? file.database.first("PRAGMA quick_check(1)") { $0.text(0) }
    return finding == "ok"
  }
}
