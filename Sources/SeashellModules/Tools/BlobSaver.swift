import CoreSystem
import FoundationEssentials
import Glibc
import SeashellKit

/// Saves the images, sounds and files of a result in files that the user names.
///
/// The first is saved as `FILE`, the second as `FILE-2`, and so on: `cat.png`, `cat-2.png`. An existing
/// file is overwritten, as `>` does.
@MainActor
struct BlobSaver {
  private let file: String?
  private let report: (String) -> Void
  private var count = 0

  /// - Parameters:
  ///   - file: the first file; nil to save nothing.
  ///   - report: receives a notice about each blob.
  init(file: String?, report: @escaping (String) -> Void) {
    self.file = file
    self.report = report
  }

  /// Saves a blob in Base64 (RFC 4648), or reports that it was not saved.
  mutating func save(_ base64: String, type: String) throws {
    guard let data = Data(base64Encoded: base64) else {
      throw ModuleError("its result has \(type) that is not Base64")
    }
    count += 1
    guard let file else {
      return report("\(type), \(Self.size(data.count)); --save FILE keeps it")
    }
    let path = count == 1 ? file : Self.numbered(file, count)
    try Self.write(Array(data), to: path)
    report("saved '\(path)': \(type), \(Self.size(data.count))")
  }

  func finish() {
    if let file, count == 0 {
      report("'\(file)' is not written: the result has no image, sound or file")
    }
  }

  /// The name with a number before its extension: `cat-2.png`.
  private static func numbered(_ file: String, _ number: Int) -> String {
    let name = file.lastIndex(of: "/").map { file.index(after: $0) } ?? file.startIndex
    guard let dot = file[name...].lastIndex(of: "."), dot != name else {
      return "\(file)-\(number)"
    }
    return "\(file[..<dot])-\(number)\(file[dot...])"
  }

  private static func size(_ count: Int) -> String {
    switch count {
    case 1: "1 byte"
    case ..<1024: "\(count) bytes"
    case ..<(1 << 20): "\((count + 512) >> 10) KB"
    default: "\((count + 1 << 19) >> 20) MB"
    }
  }

  private static func write(_ bytes: [UInt8], to path: String) throws {
    let action = "cannot write to '\(path)'"
    // O_NONBLOCK: a named pipe without a reader gives an error instead of blocking the shell.
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK, 0o666)
    guard descriptor >= 0 else { throw ShellError(system: action) }
    defer { close(descriptor) }
    guard FileBytes.write(bytes, to: descriptor) else { throw ShellError(system: action) }
  }
}
