import Glibc

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
