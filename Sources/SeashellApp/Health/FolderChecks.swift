import CoreSystem
import Glibc
import SeashellKit

struct FolderChecks {
  private let directories: Directories

  private static let fewMebibytes = 50

  init(_ directories: Directories) {
    self.directories = directories
  }

  var findings: [Finding] {
    [
      finding("folder config", directories.configuration, isPrivate: false),
      finding("folder data", directories.data, isPrivate: true, variable: "XDG_DATA_HOME"),
      finding("folder state", directories.state, isPrivate: true, variable: "XDG_STATE_HOME"),
    ]
  }

  /// Returns the finding about a folder.
  ///
  /// - Parameters:
  ///   - isPrivate: whether other users must not read it.
  ///   - variable: the variable that names another one, if the shell writes to it.
  private func finding(
    _ check: String, _ path: String, isPrivate: Bool, variable: String? = nil
  ) -> Finding {
    let isWritten = variable != nil
    var status = stat()
    guard stat(path, &status) == 0 else {
      return errno == ENOENT
        ? missing(check, path, variable)
        : Finding(check, .failed, "\(path): \(String(cString: strerror(errno)))")
    }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      return Finding(check, .failed, "\(path) is not a folder", advice: "move it away")
    }
    let mode = "0" + String(status.st_mode & 0o7777, radix: 8)
    let free = Self.freeMebibytes(path)
    let owner = status.st_uid == geteuid() ? "yours" : "of \(Self.name(of: status.st_uid))"
    let detail = "\(path), \(owner), \(mode)" + (free.map { ", \($0) MiB free" } ?? "")
    if status.st_uid != geteuid() {
      return Finding(check, .failed, detail, advice: "it must belong to you")
    }
    if access(path, isWritten ? R_OK | W_OK | X_OK : R_OK | X_OK) != 0 {
      return Finding(check, .failed, detail, advice: "chmod u+rwx '\(path)'")
    }
    if status.st_mode & (S_IWGRP | S_IWOTH) != 0 {
      return Finding(
        check, .warning, detail, advice: "others can write there: chmod go-w '\(path)'")
    }
    if isPrivate, status.st_mode & (S_IRWXG | S_IRWXO) != 0 {
      return Finding(check, .warning, detail, advice: "others can read it: chmod 700 '\(path)'")
    }
    if isWritten, let free, free < Self.fewMebibytes {
      return Finding(check, .warning, detail, advice: "the disk is almost full")
    }
    return Finding(check, .ok, detail)
  }

  /// The finding about a missing folder; the shell creates it if it can write to its parent.
  private func missing(_ check: String, _ path: String, _ variable: String?) -> Finding {
    guard let variable else { return Finding(check, .ok, "\(path) does not exist") }
    var parent = path
    while parent.count > 1, access(parent, F_OK) != 0 {
      if HomeFolder.isAt(parent) {
        return Finding(
          check, .failed, "\(path) cannot be made: the home folder \(parent) does not exist",
          advice: "set \(variable) to a folder of yours")
      }
      parent = parent.lastIndex(of: "/").map { String(parent[..<$0]) } ?? "/"
      if parent.isEmpty { parent = "/" }
    }
    guard access(parent, W_OK | X_OK) == 0 else {
      return Finding(
        check, .failed, "\(path) cannot be made in \(parent)",
        advice: "chmod u+wx '\(parent)', or set \(variable) to a folder of yours")
    }
    return Finding(check, .ok, "\(path) is made when it is needed")
  }

  private static func name(of user: uid_t) -> String {
    getpwuid(user).flatMap { $0.pointee.pw_name }.map { String(cString: $0) } ?? "user \(user)"
  }

  private static func freeMebibytes(_ path: String) -> Int? {
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { return nil }
    return Int(clamping: UInt(status.f_bavail) / 1_024 * UInt(status.f_frsize) / 1_024)
  }
}
