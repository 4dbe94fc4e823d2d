import Glibc

/// The user's home folder, which the shell never creates: without it, files are kept elsewhere or not at all.
package enum HomeFolder {
  /// The path that the user database has for this process's user; nil if it has none.
  package static var ofUser: String? {
    guard let entry = getpwuid(getuid()), let home = entry.pointee.pw_dir else { return nil }
    return String(cString: home)
  }

  /// The path in `HOME`, or else that of the user database, as it was when it was first needed.
  private static let path: String? =
    getenv("HOME").map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 } ?? ofUser

  /// Whether a path is the home folder's, however many slashes are in it.
  package static func isAt(_ path: String) -> Bool {
    guard let home = Self.path, home.hasPrefix("/") == path.hasPrefix("/") else { return false }
    return parts(of: home) == parts(of: path)
  }

  private static func parts(of path: String) -> [Substring] {
    path.split(separator: "/").filter { $0 != "." }
  }
}
