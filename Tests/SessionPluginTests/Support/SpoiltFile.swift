import Glibc

/// What may have become of a file with tokens.
enum SpoiltFile: CaseIterable {
  case cut
  case unsendable
  case large
  case directory
  case loop
  case forbidden

  /// Those that a test can make: root may read anything.
  static var all: [SpoiltFile] {
    geteuid() == 0 ? allCases.filter { $0 != .forbidden } : allCases
  }
}
