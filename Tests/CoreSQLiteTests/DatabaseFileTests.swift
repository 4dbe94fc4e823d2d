import CoreSQLite
import FoundationEssentials
import Glibc
import SeashellTesting
import TestSupport
import Testing

@Suite("A database's file", .mayBlock)
struct DatabaseFileTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test func `a database and its journal are private, whatever the umask`() async {
    // The mask is shared by the whole process.
    await #expect(processExitsWith: .success) {
      umask(0)
      let folder = try TemporaryFolder()
      let database = try Database(path: folder.file("a.db"))
      #expect(folder.mode("a.db") == 0o600)
      try database.transaction(.immediate) {
        try database.execute("CREATE TABLE t (v)")
        #expect(folder.mode("a.db-journal") == 0o600)
      }
      #expect(folder.mode("a.db-journal") == 0o600)
    }
  }

  @Test func `committed rows are still there after reopening the database`() throws {
    try Database(path: folder.file("a.db")).execute("CREATE TABLE t (v); INSERT INTO t VALUES (7)")
    let again = try Database(path: folder.file("a.db"))
    #expect(try again.first("SELECT v FROM t") { $0.integer(0) } == 7)
  }

  @Test func `a database is written synchronously, through a truncated journal`() throws {
    let database = try Database(path: folder.file("a.db"))
    #expect(try database.first("PRAGMA journal_mode") { $0.text(0) } == "truncate")
    #expect(try database.first("PRAGMA synchronous") { $0.integer(0) } == 2)
  }

  @Test func `a file that is not a database is rejected`() throws {
    try Data(repeating: 0x61, count: 8_192).write(to: URL(filePath: folder.file("a.db")))
    let error = #expect(throws: SQLiteError.self) { try Database(path: folder.file("a.db")) }
    #expect(error?.isCorrupt == true)
  }

  @Test(arguments: ["missing/a.db", "", "a\0b"])
  func `a database file that cannot be created is an error`(name: String) {
    #expect(throws: SQLiteError.self) {
      try Database(path: name.isEmpty ? "" : folder.file(name))
    }
  }

  @Test func `a database throws if another connection holds the lock past the timeout`() throws {
    let first = try Database(path: folder.file("a.db"))
    let second = try Database(path: folder.file("a.db"), busyTimeout: 1)
    try first.transaction(.immediate) {
      let error = #expect(throws: SQLiteError.self) { try second.transaction(.immediate) {} }
      #expect(error?.isBusy == true)
    }
    try second.transaction(.immediate) {}
  }

  @Test func `waiting for a database's lock ends when the task is cancelled`() async throws {
    let path = folder.file("a.db")
    let holder = try Database(path: path)
    try holder.execute("BEGIN EXCLUSIVE")
    let waiting = BlockingExecutor.task {
      try Database(path: path, busyTimeout: 3_600_000).run("CREATE TABLE t (v)")
    }
    waiting.cancel()
    let error = await #expect(throws: SQLiteError.self) { try await waiting.value }
    #expect(error?.isBusy == true)
    try holder.execute("COMMIT")
    #expect(try holder.first("SELECT 1 FROM sqlite_schema") { _ in true } == nil)
  }

  @Test func `writes from several connections to one database are all kept`() async throws {
    let path = folder.file("a.db")
    try Database(path: path).execute("CREATE TABLE t (v); INSERT INTO t VALUES (0)")
    try await withThrowingTaskGroup { group in
      for _ in 0..<4 {
        group.addTask {
          let database = try Database(path: path)
          for _ in 0..<10 {
            try database.transaction(.immediate) {
              let value = try database.first("SELECT v FROM t") { $0.integer(0) } ?? 0
              try database.run("UPDATE t SET v = ?", .integer(value + 1))
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try Database(path: path).first("SELECT v FROM t") { $0.integer(0) } == 40)
  }

  @Test func `a database keeps its locks when the process opens it a second time`() throws {
    let first = try Database(path: folder.file("a.db"))
    try first.execute("CREATE TABLE t (v)")
    // Held open: closing it would drop the locks.
    let descriptor = open(folder.file("a.db"), O_RDWR)
    defer { close(descriptor) }
    try first.transaction(.immediate) {
      _ = try Database(path: folder.file("a.db"))
      #expect(try isLocked(descriptor))
    }
    #expect(try !isLocked(descriptor))
  }

  /// Returns whether any process, including this one, holds SQLite's write lock.
  private func isLocked(_ descriptor: Int32) throws -> Bool {
    // 2^30 + 1, see os.h of SQLite. F_OFD_GETLK (fcntl(2)) also sees the locks of its own process.
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_start = 0x4000_0001
    lock.l_len = 1
    // <linux/fcntl.h>; Swift does not import it from Glibc.
    let getOpenFileLock: Int32 = 36
    let result = withUnsafeMutablePointer(to: &lock) { fcntl(descriptor, getOpenFileLock, $0) }
    try #require(result == 0)
    return lock.l_type != Int16(F_UNLCK)
  }
}

extension TemporaryFolder {
  /// Returns a file's permission bits, if it exists.
  func mode(_ name: String) -> mode_t? {
    var status = stat()
    return stat(file(name), &status) == 0 ? status.st_mode & 0o777 : nil
  }
}
