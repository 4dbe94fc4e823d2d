import FoundationEssentials
import TestSupport
import Glibc
import CoreSQLite
import SeashellTesting
import Testing

@Suite("A database whose file is moved while it is open", .mayBlock)
struct MovedFileTests {
  private let folder: TemporaryFolder
  private let path: String
  private let database: Database

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("a.db")
    database = try Database(path: path)
    try database.execute("CREATE TABLE t (v)")
  }

  private enum Move: CaseIterable {
    case deleted, away, replaced
  }

  /// Moves the file to `kept`, in one of several ways.
  private func make(_ move: Move) throws {
    #expect(link(path, folder.file("kept")) == 0)
    switch move {
    case .deleted: #expect(unlink(path) == 0)
    case .away: #expect(rename(path, folder.file("away")) == 0)
    case .replaced:
      try Database(path: folder.file("new")).execute("CREATE TABLE t (v)")
      #expect(rename(folder.file("new"), path) == 0)
    }
  }

  private func count(in name: String) throws -> Int? {
    try Database(path: folder.file(name)).first("SELECT count(*) FROM t") { $0.integer(0) }
  }

  @Test(arguments: Move.allCases)
  private func `a database whose file was moved while open says so`(move: Move) throws {
    #expect(!database.isMoved)
    try make(move)
    #expect(database.isMoved)
  }

  @Test(arguments: Move.allCases)
  private func `a database writes nothing to a moved file, whenever it was moved`(move: Move) throws
  {
    let error = #expect(throws: SQLiteError.self) {
      try database.transaction(.immediate) {
        try database.run("INSERT INTO t VALUES (1)")
        try make(move)
        try database.run("INSERT INTO t VALUES (2)")
      }
    }
    #expect(error?.isMoved == true)
    #expect(try count(in: "kept") == 0)
    let next = #expect(throws: SQLiteError.self) {
      try database.transaction(.immediate) { try database.run("INSERT INTO t VALUES (3)") }
    }
    #expect(next?.isMoved == true)
    #expect(try count(in: "kept") == 0)
  }

  @Test(arguments: Move.allCases)
  private func `a database does not claim a commit during which its file was moved`(
    move: Move
  ) async throws {
    let path = path
    // A reader delays the commit.
    let reader = try Database(path: path)
    try reader.execute("BEGIN; SELECT * FROM t")
    _ = try reader.first("SELECT count(*) FROM t") { $0.integer(0) }
    let writing = BlockingExecutor.task {
      let database = try Database(path: path, busyTimeout: 60_000)
      try database.transaction(.immediate) { try database.run("INSERT INTO t VALUES (1)") }
    }
    try await untilCommitting()
    try make(move)
    try reader.execute("COMMIT")
    let error = await #expect(throws: SQLiteError.self) { try await writing.value }
    #expect(error != nil && error?.isMoved == false && error?.isBusy == false)
    #expect(try count(in: "kept") == 1)
  }

  /// Waits until a commit keeps new readers out.
  private func untilCommitting() async throws {
    while true {
      do {
        _ = try Database(reading: path).first("SELECT count(*) FROM t") { $0.integer(0) }
      } catch let error as SQLiteError where error.isBusy {
        return
      }
      await Task.yield()
    }
  }
}
