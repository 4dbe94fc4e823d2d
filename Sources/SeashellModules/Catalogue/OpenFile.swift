import CoreSystem
import Glibc

/// A regular file that stays open, so that it remains the same file even if its path is replaced.
final class OpenFile: Sendable {
  let path: String
  let descriptor: Int32
  /// The stamp of the file when it was opened.
  let stamp: FileStamp
  /// The stamp of the path itself, which may be a link, right before opening.
  private let nameStamp: FileStamp?

  /// Opens a file, following links; nil if it is not a readable regular file.
  init?(_ path: String) {
    nameStamp = FileStamp(name: path)
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { return nil }
    guard let stamp = FileStamp(descriptor: descriptor) else {
      close(descriptor)
      return nil
    }
    self.path = path
    self.descriptor = descriptor
    self.stamp = stamp
  }

  deinit { close(descriptor) }

  /// Returns the digest of the content; nil if the file changed while it was read.
  func digest() throws -> String? {
    let digest = try SHA256.digest(ofRest: descriptor, path)
    return isChanged ? nil : digest
  }

  /// Whether the file has changed since it was opened; renaming counts as a change.
  var isChanged: Bool { FileStamp(descriptor: descriptor) != stamp }

  /// Whether the path was changed since the file was opened, even if it leads to the file again.
  var isReplaced: Bool {
    FileStamp(path: path) != stamp || FileStamp(name: path) != nameStamp
  }

  /// Whether the system starts the file directly; a script, or a program for another machine, is opened by
  /// its interpreter, by name.
  var isNative: Bool {
    #if arch(x86_64)
      let machine: UInt16 = 62
    #elseif arch(arm64)
      let machine: UInt16 = 183
    #else
      return false
    #endif
    var header = [UInt8](repeating: 0, count: 20)
    guard pread(descriptor, &header, header.count, 0) == header.count else { return false }
    return header.starts(with: [0x7F] + Array("ELF".utf8))
      && UInt16(header[18]) | UInt16(header[19]) << 8 == machine
  }

  /// The file's path without links, if only root can put another file there: `ps` shows a program
  /// under the path with which it was started.
  var safePath: String? {
    var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/fd/\(descriptor)", &bytes, bytes.count)
    guard count > 0, count < bytes.count, bytes[0] == UInt8(ascii: "/") else { return nil }
    let path = String(decoding: bytes[..<count], as: UTF8.self)
    guard FileStamp(path: path) == stamp else { return nil }
    var part = path
    while let slash = part.lastIndex(of: "/") {
      guard Self.isRootsAlone(part) else { return nil }
      part = String(part[..<slash])
    }
    return Self.isRootsAlone("/") ? path : nil
  }

  private static func isRootsAlone(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_uid == 0
      && status.st_mode & (S_IWGRP | S_IWOTH) == 0
  }
}
