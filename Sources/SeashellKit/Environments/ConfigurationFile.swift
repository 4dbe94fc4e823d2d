import CoreSystem
import FoundationEssentials
import Glibc

/// The file in which a user configures the shell.
package struct ConfigurationFile: Sendable {
  /// Where it is.
  package let path: String

  /// The largest file that is read, in bytes: 1 MiB.
  package static let maximumSize = 1 << 20

  /// Names the file in a directory: `config.json`.
  package init(in directory: String) {
    path = "\(directory)/config.json"
  }

  /// Reads the file.
  ///
  /// - Returns: a configuration that says nothing where there is no file.
  package func read() throws(ConfigurationError) -> Configuration {
    // A pipe in its place, which nobody writes to, must not hold up its reader.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT { return Configuration() }
      throw unreadable(SystemError.reason())
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw unreadable(SystemError.reason())
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw unreadable("it is no regular file") }
    guard status.st_size <= Self.maximumSize else { throw unreadable("it is larger than 1 MiB") }
    let bytes = try bytes(of: descriptor)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      let good = String(decoding: bytes, as: UTF8.self).prefix { $0 != "\u{FFFD}" }
      throw ConfigurationError(
        path: path, line: good.utf8.count { $0 == 0x0A } + 1, message: "the file is not UTF-8",
        hint: nil)
    }
    return try Configuration(parsing: text, from: path)
  }

  private func bytes(of descriptor: Int32) throws(ConfigurationError) -> [UInt8] {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 16_384)
    while true {
      let count = Glibc.read(descriptor, &piece, piece.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw unreadable(SystemError.reason()) }
      if count == 0 { return bytes }
      bytes += piece[..<count]
      guard bytes.count <= Self.maximumSize else { throw unreadable("it is larger than 1 MiB") }
    }
  }

  private func unreadable(_ reason: String) -> ConfigurationError {
    ConfigurationError(
      path: path, line: nil, message: "the configuration cannot be read: \(reason)",
      hint: "--no-config goes without it")
  }
}
