import CoreSQLite
import CoreSystem
import Glibc

struct RecordFile: Sendable {
  static let keptCopies = 3

  let path: String

  private var journal: String { path + "-journal" }

  var exists: Bool { access(path, F_OK) == 0 }

  /// Opens the file in its current version; creates it and its folders if necessary.
  func open(busyTimeout: Int) throws -> Database {
    if let slash = path.lastIndex(of: "/") {
      try PrivateFile.makeFolder(String(path[..<slash]))
    }
    let database = try Database(path: path, busyTimeout: busyTimeout)
    hideFromOthers()
    // A power failure may lose the last saves, but the service still has the data. This saves two of three
    // syncs at each save, or all of them if the file only grows.
    try database.execute("PRAGMA synchronous = NORMAL; PRAGMA temp_store = MEMORY")
    try RecordSchema.migrate(database)
    return database
  }

  /// Renames the file, which the caller has closed, so that a new one can be created; returns the
  /// new path.
  func setAside(as problem: RecordFileProblem) throws -> String {
    let copies = copies(problem)
    let free = copies.first { access($0, F_OK) != 0 } ?? copies[copies.count - 1]
    // The journal first: SQLite would apply it to the new file.
    if rename(journal, free + "-journal") != 0, errno != ENOENT {
      throw SystemError("cannot rename \(journal)")
    }
    guard rename(path, free) == 0 || errno == ENOENT else {
      throw SystemError("cannot rename \(path)")
    }
    return free
  }

  func remove() throws {
    for file in [path] + copies(.damaged) + copies(.newer) {
      for name in [file, file + "-journal"] {
        guard unlink(name) == 0 || errno == ENOENT || errno == ENOTDIR else {
          throw SystemError("cannot remove \(name)")
        }
      }
    }
  }

  private func copies(_ problem: RecordFileProblem) -> [String] {
    (1...Self.keptCopies).map { "\(path).\(problem.rawValue)-\($0)" }
  }

  /// Removes other users' permissions, which a copied or restored file may have.
  private func hideFromOthers() {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & 0o077 != 0 else { return }
    chmod(path, status.st_mode & 0o700)
  }
}

extension RecordFile {
  /// Without a session, the name is `_.db`.
  init(in directory: String, environment: String, account: String?) {
    let name = account.map(Self.escaped) ?? "_"
    path = "\(directory)/\(Self.escaped(environment))/\(name).db"
  }

  /// Returns a unique file name for any text, even on file systems that ignore case.
  ///
  /// Lower-case letters, digits and `-` stand for themselves; all other bytes become `%` and two digits. The
  /// end of a long name is replaced by a checksum. If two names have the same checksum, their stores share a
  /// file, which is emptied whenever its owner changes.
  static func escaped(_ name: String) -> String {
    var result = name.isEmpty ? "%" : ""
    for byte in name.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "-"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        result += (byte < 16 ? "%0" : "%") + String(byte, radix: 16)
      }
    }
    guard result.utf8.count > 150 else { return result }
    // FNV-1a with 64 bits.
    let checksum = name.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3
    }
    return result.prefix(120) + "%%" + String(checksum, radix: 16)
  }
}
