import Glibc

/// A folder that goes when the test does.
final class TemporaryFolder {
  let path: String

  init() throws {
    var template = Array("/tmp/seashell-tests-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { throw Failure(code: errno) }
    path = String(cString: made)
  }

  deinit {
    for name in names { unlink("\(path)/\(name)") }
    rmdir(path)
  }

  struct Failure: Error {
    let code: Int32
  }

  /// The names of the files in it.
  var names: [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// Writes a file; the path is what is returned.
  @discardableResult
  func write(_ name: String, _ text: String) throws -> String {
    let descriptor = open("\(path)/\(name)", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Failure(code: errno) }
    defer { close(descriptor) }
    try write(text, to: descriptor)
    return "\(path)/\(name)"
  }

  func read(_ name: String) throws -> String {
    let descriptor = open("\(path)/\(name)", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Failure(code: errno) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = Glibc.read(descriptor, &piece, piece.count)
      guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes += piece[..<count]
    }
  }

  private func write(_ text: String, to descriptor: Int32) throws {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { throw Failure(code: errno) }
      bytes = bytes.dropFirst(count)
    }
  }
}
