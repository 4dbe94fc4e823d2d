import Glibc

/// The files whose last line a body has left open, so that what is appended to them begins a new line.
@MainActor
final class OpenLines {
  private struct File: Hashable {
    let device: dev_t
    let number: ino_t
  }

  /// How many files are known; a script rarely appends to more than one.
  private static let most = 100

  private var sizes: [File: off_t] = [:]

  nonisolated init() {}

  /// Notes that the text in an open file ends inside a line.
  func note(_ descriptor: Int32) {
    guard let (file, size) = Self.file(descriptor) else { return }
    if sizes.count == Self.most { sizes = [:] }
    sizes[file] = size
  }

  /// Returns whether the text in an open file ends inside a line, and forgets it.
  ///
  /// It does not count any more if somebody has written to the file since it was noted.
  func takeOpen(_ descriptor: Int32) -> Bool {
    guard !sizes.isEmpty, let (file, size) = Self.file(descriptor) else { return false }
    return sizes.removeValue(forKey: file) == size
  }

  private static func file(_ descriptor: Int32) -> (File, size: off_t)? {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return (File(device: status.st_dev, number: status.st_ino), status.st_size)
  }
}
