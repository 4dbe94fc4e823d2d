import Glibc

/// Checks whether other users could replace the file at a path, from the permissions of the folders above it.
///
/// Links are followed, and their folders are checked too. As for ssh and sudo, each folder up to the root
/// must belong to the user or to root, and other users must not be able to write to it. In a folder with the
/// sticky bit, such as `/tmp`, others may write, since they cannot change files that are not theirs.
struct PathTrust {
  struct Weakness: Equatable {
    let path: String
    let advice: String
  }

  private static let mostLinks = 40

  /// Returns the first folder or link above a file that other users can change, if any.
  ///
  /// - Parameter path: an absolute path; if it does not exist, the existing folders are checked.
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
        // A link's owner matters where others can write.
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
