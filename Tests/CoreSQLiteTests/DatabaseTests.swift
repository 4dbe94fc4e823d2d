import CSQLite
import TestSupport
import CoreSQLite
import SeashellTesting
import Testing

@Suite("A database", .mayBlock)
struct DatabaseTests {
  private let folder: TemporaryFolder
  private let database: Database

  init() throws {
    folder = try TemporaryFolder()
    database = try Database(path: folder.file("a.db"))
    try database.execute("CREATE TABLE t (v)")
  }

  private func values() throws -> [Int] {
    var values: [Int] = []
    try database.forEach("SELECT v FROM t ORDER BY rowid") { values.append($0.integer(0)) }
    return values
  }

  @Test(arguments: [0, 1, -1, .max, .min])
  func `a database keeps integers`(value: Int) throws {
    #expect(try database.first("SELECT ?", .integer(value)) { $0.integer(0) } == value)
  }

  @Test(arguments: [0, -0.5, .pi, .greatestFiniteMagnitude, .leastNonzeroMagnitude, .infinity])
  func `a database keeps floating-point numbers`(value: Double) throws {
    #expect(try database.first("SELECT ?", .real(value)) { $0.real(0) } == value)
  }

  @Test(arguments: ["", "a", "it's \"quoted\"", "a\0b", "\0", "é≠e\u{301}", "🫖", "?; DROP TABLE t"])
  func `a database keeps text to the byte`(value: String) throws {
    try database.run("INSERT INTO t VALUES (?)", .text(value))
    let read = try database.first("SELECT v, typeof(v) FROM t") { ($0.text(0), $0.text(1)) }
    #expect(read.map { Array($0.0.utf8) } == Array(value.utf8))
    #expect(read?.1 == "text")
  }

  @Test(arguments: [[], [0], [0xFF, 0, 0xFE], [UInt8](repeating: 7, count: 70_000)])
  func `a database keeps blobs`(value: [UInt8]) throws {
    try database.run("INSERT INTO t VALUES (?)", .blob(value))
    let read = try database.first("SELECT v, typeof(v) FROM t") { ($0.blob(0), $0.text(1)) }
    #expect(read?.0 == value)
    #expect(read?.1 == "blob")
  }

  @Test func `a database distinguishes null from other values`() throws {
    let read = try database.first("SELECT ?, ?, ?", .null, .text(orNull: nil), 0) { row in
      (0...2).map(row.isNull)
    }
    #expect(read == [true, true, false])
  }

  @Test func `a query without rows returns nil`() throws {
    #expect(try database.first("SELECT v FROM t") { $0.integer(0) } == nil)
  }

  @Test func `a query can run inside another, even inside itself`() throws {
    try database.execute("INSERT INTO t VALUES (1), (2), (3)")
    var pairs: [Int] = []
    try database.forEach("SELECT v FROM t") { outer in
      let left = outer.integer(0)
      try database.forEach("SELECT v FROM t") { pairs.append(10 * left + $0.integer(0)) }
    }
    #expect(pairs == [11, 12, 13, 21, 22, 23, 31, 32, 33])
  }

  @Test func `a statement can run again after its reader has thrown`() throws {
    struct Enough: Error {}
    try database.execute("INSERT INTO t VALUES (1), (2)")
    #expect(throws: Enough.self) {
      try database.forEach("SELECT v FROM t ORDER BY rowid") { _ in throw Enough() }
    }
    #expect(try values() == [1, 2])
  }

  @Test func `a database returns the key of the last inserted row`() throws {
    try database.execute("INSERT INTO t VALUES (1), (2), (3)")
    #expect(database.lastInsertedRow == 3)
  }

  @Test func `a transaction is committed and returns its result`() throws {
    let result = try database.transaction(.immediate) {
      try database.run("INSERT INTO t VALUES (1)")
      return "done"
    }
    #expect(result == "done")
    #expect(try values() == [1])
  }

  @Test func `a transaction that throws is rolled back`() throws {
    struct Refused: Error {}
    #expect(throws: Refused.self) {
      try database.transaction(.immediate) {
        try database.run("INSERT INTO t VALUES (1)")
        throw Refused()
      }
    }
    #expect(try values() == [])
    try database.transaction(.immediate) { try database.run("INSERT INTO t VALUES (2)") }
    #expect(try values() == [2])
  }

  @Test func `a database enforces foreign keys`() throws {
    try database.execute(
      "CREATE TABLE a (n INTEGER PRIMARY KEY); CREATE TABLE b (a INTEGER REFERENCES a)")
    let error = #expect(throws: SQLiteError.self) { try database.run("INSERT INTO b VALUES (1)") }
    #expect(error?.code == SQLITE_CONSTRAINT)
    #expect(error?.extendedCode == SQLITE_CONSTRAINT | 3 << 8)
    #expect(error?.message == "FOREIGN KEY constraint failed")
  }

  @Test(arguments: [
    ("SELECT nothing", SQLITE_ERROR), ("SELEC", SQLITE_ERROR), ("", SQLITE_MISUSE),
    ("SELECT ?", SQLITE_MISUSE),
  ])
  func `an invalid SQL statement is an error that says what is wrong`(sql: String, code: Int32) {
    let error = #expect(throws: SQLiteError.self) { try database.run(sql) }
    #expect(error?.code == code)
    #expect(error?.message.isEmpty == false)
  }

  @Test func `a database keeps bound values out of its errors`() throws {
    try database.execute("CREATE VIRTUAL TABLE s USING fts5 (a); CREATE TABLE u (a UNIQUE)")
    try database.run("INSERT INTO u VALUES ('secret')")
    for sql in ["SELECT 1 FROM s WHERE s MATCH ?", "INSERT INTO u VALUES (?)"] {
      for value in ["secret", "secret \"", "secret: x"] {
        do {
          try database.run(sql, .text(value))
        } catch let error as SQLiteError {
          #expect(!error.message.contains("secret"))
        }
      }
    }
    #expect(throws: SQLiteError.self) {
      try database.run("SELECT 1 FROM s WHERE s MATCH ?", "secret: x")
    }
  }

  @Test func `a database's error messages have a maximum length`() {
    let error = #expect(throws: SQLiteError.self) {
      try database.run("SELECT \(String(repeating: "x", count: 5_000))")
    }
    #expect(error?.message.count == 300)
  }
}
