import FoundationEssentials
import Glibc
import SeashellTesting

extension TemporaryFolder {
  func tokens(_ environment: String = "test") -> String {
    "\(path)/test/tokens/\(environment).json"
  }

  /// The content of an environment's file; nil if there is none.
  func kept(_ environment: String = "test") -> String? {
    FileManager.default.contents(atPath: tokens(environment)).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  func spoil(_ fault: SpoiltFile) throws {
    try keep(#"{"access_token":"access-secret-0""#)
    switch fault {
    case .cut: return
    case .unsendable:
      try keep(
        #"""
        {"access_token":"access-secret-0\nX: 1","refresh_token":"r","user":"demo",\#
        "expires_at":"2030-01-02T03:04:05Z","origin":"http://localhost:80"}
        """#)
    case .large: try keep(String(repeating: " ", count: 1 << 20) + "{}")
    case .directory:
      try FileManager.default.removeItem(atPath: tokens())
      try FileManager.default.createDirectory(
        atPath: tokens(), withIntermediateDirectories: false)
    case .loop:
      try FileManager.default.removeItem(atPath: tokens())
      try FileManager.default.createSymbolicLink(
        atPath: tokens(), withDestinationPath: tokens())
    case .forbidden: chmod(tokens(), 0)
    }
  }

  /// Writes the unfinished replacement that a killed process leaves.
  func keepUnfinished(_ content: String, _ environment: String = "test") throws {
    try FileManager.default.createDirectory(
      atPath: "\(path)/test/tokens", withIntermediateDirectories: true)
    try Data(content.utf8).write(to: URL(filePath: tokens(environment) + ".new"))
  }

  /// Writes an environment's file.
  func keep(_ content: String, _ environment: String = "test") throws {
    try FileManager.default.createDirectory(
      atPath: "\(path)/test/tokens", withIntermediateDirectories: true)
    try Data(content.utf8).write(to: URL(filePath: tokens(environment)))
  }
}

/// The ways in which a file of tokens can be damaged.
enum SpoiltFile: CaseIterable {
  case cut
  case unsendable
  case large
  case directory
  case loop
  case forbidden

  /// The cases that this user can test: root may read every file.
  static var all: [SpoiltFile] {
    geteuid() == 0 ? allCases.filter { $0 != .forbidden } : allCases
  }
}
