import Glibc
import CoreSQLite

/// The shop's database file: opened, brought up to date, and seeded where it is new.
struct ShopStorage {
  let database: Database

  /// The file that is open.
  private let file: FileIdentity?

  /// Whether the file that is open is still the one at the path.
  var isInPlace: Bool { file != nil && FileIdentity(database.path) == file }

  /// Opens the file.
  ///
  /// - Parameters:
  ///   - path: the file; it and its folder are made where they are missing.
  ///   - busyTimeout: how many milliseconds to wait for another process.
  ///   - products: how many products a new shop gets, the catalogue's first; nil for those alone.
  ///   - check: is called again and again while they are made; what it throws ends that.
  init(
    path: String, busyTimeout: Int = 5_000, products: Int? = nil, check: () throws -> Void = {}
  ) throws {
    try Self.makeFolder(of: path, for: path)
    do {
      database = try Database(path: path, busyTimeout: busyTimeout)
      let found = FileIdentity(path)
      // It may have been replaced since it was opened.
      file = database.isMoved ? nil : found
      try Self.migrate(database, products: products, check)
    } catch let error as SQLiteError {
      throw Self.explain(error, path: path)
    }
  }

  private static func migrate(
    _ database: Database, products: Int?, _ check: () throws -> Void
  ) throws {
    guard try version(of: database) != Schema.version else { return }
    // Whoever comes second waits here, and then finds the work done.
    try database.transaction(.immediate) {
      switch try version(of: database) {
      case Schema.version: return
      case 0:
        guard try database.first("SELECT 1 FROM sqlite_schema", row: { _ in true }) == nil else {
          throw ShopStorageError(
            .foreign, path: database.path,
            "holds something else than a shop. Move it away, and a new one is made.")
        }
        try database.execute(Schema.first)
        try Seeding(database: database).fill(products: products, check: check)
        try database.execute("PRAGMA user_version = \(Schema.version)")
      case let version:
        throw ShopStorageError(
          .newer, path: database.path,
          """
          was written by a newer seashell (its schema is \(version), this one knows \
          \(Schema.version)). Use the newer one, or move the file away.
          """)
      }
    }
  }

  private static func version(of database: Database) throws -> Int {
    try database.first("PRAGMA user_version") { $0.integer(0) } ?? 0
  }

  private static func explain(_ error: SQLiteError, path: String) -> ShopStorageError {
    if error.isCorrupt {
      return ShopStorageError(
        .damaged, path: path,
        "is damaged or is no database. Move it away, and a new one is made.")
    }
    if error.isBusy {
      return ShopStorageError(.busy, path: path, "is in use by another process. Try again.")
    }
    if error.isMoved {
      return ShopStorageError(
        .unopened, path: path, "was moved, deleted or replaced while it was opened. Try again.")
    }
    return ShopStorageError(
      .unopened, path: path,
      "cannot be opened (\(error.message)). Check that the file and its folder can be written.")
  }

  /// Makes the folders above a file, for their owner alone.
  private static func makeFolder(of file: String, for path: String) throws(ShopStorageError) {
    guard let slash = file.lastIndex(of: "/"), slash != file.startIndex else { return }
    let folder = String(file[..<slash])
    guard access(folder, F_OK) != 0 else { return }
    try makeFolder(of: folder, for: path)
    guard mkdir(folder, 0o700) != 0, errno != EEXIST else { return }
    throw ShopStorageError(
      .unopened, path: path,
      "needs the folder \(folder.prefix(300)), which cannot be made"
        + " (\(String(cString: strerror(errno)))). Make it, or see that it can be made.")
  }
}
