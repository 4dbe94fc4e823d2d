import CoreSystem
import Glibc

/// The path of a file that no other user can replace.
///
/// Every folder that leads to it, including through links, belongs to the user or to root, and only they
/// can change it. A folder of root where users can create files but remove only their own, such as `/tmp`,
/// is accepted.
struct GuardedPath {
  let path: String

  private static let mostLinks = 40

  /// Throws if the file does not exist, or if another user could replace it.
  init(_ path: String) throws(SecretProblem) {
    var rest = Self.parts(path.hasPrefix("/") ? path : "\(Self.workingDirectory)/\(path)")
    var found = ""
    var links = 0
    try Self.checkFolder("/", try Self.status("/"))
    while let part = rest.popLast() {
      if part == ".." {
        found = Self.folder(of: found)
        continue
      }
      let next = "\(found)/\(part)"
      let status = try Self.status(next)
      switch status.st_mode & S_IFMT {
      case S_IFDIR:
        try Self.checkFolder(next, status)
        found = next
      case S_IFLNK:
        links += 1
        guard links <= Self.mostLinks else { throw Self.missing(ELOOP) }
        guard Self.isOwn(status) else {
          throw SecretProblem("is reached by a link of another user, \(next)")
        }
        let target = try Self.target(of: next)
        rest += Self.parts(target)
        if target.hasPrefix("/") { found = "" }
      default:
        guard rest.isEmpty else { throw Self.missing(ENOTDIR) }
        self.path = next
        return
      }
    }
    throw Self.missing(EISDIR)
  }

  static func isOwn(_ status: stat) -> Bool { status.st_uid == 0 || status.st_uid == geteuid() }

  static func missing(_ code: Int32) -> SecretProblem {
    SecretProblem("cannot be read: \(SystemError.reason(code))")
  }

  private static func parts(_ path: String) -> [String] {
    path.split(separator: "/").filter { $0 != "." }.map(String.init).reversed()
  }

  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
  }

  private static var workingDirectory: String {
    guard let path = getcwd(nil, 0) else { return "" }
    defer { free(path) }
    return String(cString: path)
  }

  private static func status(_ path: String) throws(SecretProblem) -> stat {
    var status = stat()
    guard lstat(path, &status) == 0 else { throw missing(errno) }
    return status
  }

  private static func target(of link: String) throws(SecretProblem) -> String {
    var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(link, &bytes, bytes.count)
    guard count > 0, count < bytes.count else { throw missing(count < 0 ? errno : ENAMETOOLONG) }
    return String(decoding: bytes[..<count], as: UTF8.self)
  }

  private static func checkFolder(_ path: String, _ status: stat) throws(SecretProblem) {
    guard isOwn(status) else {
      throw SecretProblem("another user can replace, since the folder \(path) is theirs")
    }
    let isShared = status.st_mode & (S_IWGRP | S_IWOTH) != 0
    let protects = status.st_uid == 0 && status.st_mode & S_ISVTX != 0
    guard !isShared || protects else {
      throw SecretProblem(
        "other users can replace, since they may change the folder \(path)",
        hint: "run chmod go-w \(path)")
    }
  }
}
