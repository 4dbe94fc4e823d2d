import CoreSQLite
import CoreSystem
import Glibc

/// The shop's open database file, migrated to the current schema and filled if it is new.
struct ShopStorage {
  let database: Database

  /// Whether the file was new, and filled.
  let isCreated: Bool

  private let file: FileIdentity?

  var isInPlace: Bool { file != nil && FileIdentity(database.path) == file }

  /// Opens the file, created with its folder if necessary.
  ///
  /// `busyTimeout` is in milliseconds. `products` is the number in a new shop, the catalogue's
  /// first; nil for these only. `check` is called before each generated one; if it throws, nothing
  /// is created.
  init(
    path: String, busyTimeout: Int = 5_000, products: Int? = nil, check: () throws -> Void = {}
  ) throws {
    try Self.makeFolder(of: path, for: path)
    do {
      database = try Database(path: path, busyTimeout: busyTimeout)
      let found = FileIdentity(path)
      // The file may have been replaced since it was opened.
      file = database.isMoved ? nil : found
      isCreated = try Self.migrate(database, products: products, check)
    } catch let error as SQLiteError {
      throw Self.storageError(error, path: path)
    }
  }

  /// Returns whether the file was new.
  private static func migrate(
    _ database: Database, products: Int?, _ check: () throws -> Void
  ) throws -> Bool {
    guard try version(of: database) != Schema.version else { return false }
    // A second process waits here, and then finds the current version.
    return try database.transaction(.immediate) {
      let version = try version(of: database)
      guard version != Schema.version else { return false }
      guard (0..<Schema.version).contains(version) else {
        throw ShopStorageError(
          .newer, path: database.path,
          """
          was written by a newer seashell (schema \(version), this one has \(Schema.version)). Use the \
          newer one, or move the file away.
          """)
      }
      if version == 0 {
        guard try database.first("SELECT 1 FROM sqlite_schema", row: { _ in true }) == nil else {
          throw ShopStorageError(
            .foreign, path: database.path,
            "is not a shop. Move it away to create a new one.")
        }
        try database.execute(Schema.first)
        try Seeding(database: database).fill(products: products, check: check)
      }
      try database.execute(Schema.second)
      try database.execute("PRAGMA user_version = \(Schema.version)")
      return version == 0
    }
  }

  private static func version(of database: Database) throws -> Int {
    try database.first("PRAGMA user_version") { $0.integer(0) } ?? 0
  }

  private static func storageError(_ error: SQLiteError, path: String) -> ShopStorageError {
    if error.isCorrupt {
      return ShopStorageError(
        .damaged, path: path,
        "is damaged or not a database. Move it away to create a new one.")
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
      "cannot be opened (\(error.message)). Check that the file and its folder are writable.")
  }

  /// Creates the folders above a file, for their owner only, but never the user's home folder.
  private static func makeFolder(of file: String, for path: String) throws(ShopStorageError) {
    guard let slash = file.lastIndex(of: "/"), slash != file.startIndex else { return }
    let folder = String(file[..<slash])
    guard access(folder, F_OK) != 0 else { return }
    try makeFolder(of: folder, for: path)
    let isHome = HomeFolder.isAt(folder)
    if !isHome, mkdir(folder, 0o700) == 0 || errno == EEXIST { return }
    throw ShopStorageError(
      .unopened, path: path,
      "needs the folder \(folder.prefix(300)), "
        + (isHome
          ? "which is the home folder and does not exist. Create it, or set HOME."
          : "which cannot be created (\(SystemError.reason())). Create it, or check its permissions.")
    )
  }
}

/// A file's identity, which differs when another file takes its place.
struct FileIdentity: Equatable {
  private let device: UInt
  private let number: UInt

  /// Looks up a path; nil if it is not a regular file.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    device = UInt(status.st_dev)
    number = UInt(status.st_ino)
  }
}
