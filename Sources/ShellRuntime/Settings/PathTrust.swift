import Glibc

/// Finds who else could replace the file at a path, by the rights of the folders on the way to it.
///
/// Links are followed, and their folders count too. As for ssh and sudo, each folder up to the root must
/// belong to the user or to root, and nobody else may write to it. In a folder such as `/tmp`, whose
/// sticky bit is set, others may write but not touch what is not theirs.
struct PathTrust {
  /// A folder or a link that others may change.
  struct Weakness: Equatable {
    let path: String
    /// What the user can do.
    let advice: String
  }

  /// The most links on the way to a file.
  private static let mostLinks = 40

  /// Returns the first folder or link on the way to a file that others may change; nil if there is none.
  ///
  /// - Parameter path: an absolute path; where it leads to nothing, the folders that exist count.
  static func weakness(of path: String) -> Weakness? {
    var rest = path.split(separator: "/")[...]
    var (folder, links) = ("", 0)
    if let weakness = weakness(ofFolder: "/") { return weakness }
    while let name = rest.popFirst() {
      if name == "." { continue }
      if name == ".." {
        folder = folder.lastIndex(of: "/").map { String(folder[..<$0]) } ?? ""
        continue
      }
      let path = "\(folder)/\(name)"
      var status = stat()
      guard lstat(path, &status) == 0 else { return nil }
      switch status.st_mode & S_IFMT {
      case S_IFLNK:
        // Whom a link belongs to matters where others may write, too.
        guard isTrusted(status.st_uid) else { return foreign(path) }
        links += 1
        guard links <= mostLinks, let target = target(of: path) else { return nil }
        if target.hasPrefix("/") { folder = "" }
        rest = target.split(separator: "/") + rest
      case S_IFDIR:
        if let weakness = weakness(ofFolder: path) { return weakness }
        folder = path
      // The file itself.
      default: return nil
      }
    }
    return nil
  }

  private static func weakness(ofFolder path: String) -> Weakness? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    guard isTrusted(status.st_uid) else { return foreign(path) }
    let isOpen = status.st_mode & (S_IWGRP | S_IWOTH) != 0 && status.st_mode & S_ISVTX == 0
    return isOpen ? Weakness(path: path, advice: "chmod go-w '\(path)'") : nil
  }

  private static func foreign(_ path: String) -> Weakness {
    Weakness(path: path, advice: "it must belong to you or to root")
  }

  private static func isTrusted(_ owner: uid_t) -> Bool { owner == geteuid() || owner == 0 }

  private static func target(of link: String) -> String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(link, &bytes, bytes.count)
    guard count > 0 else { return nil }
    return String(
      decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
