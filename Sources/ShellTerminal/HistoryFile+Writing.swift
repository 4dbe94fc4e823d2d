import ShellOutput
import Glibc

/// How a history's file is written, which only its owner can read.
extension HistoryFile {
  /// Puts a file with some statements, the newest that fit, in the place of this one.
  func replace(with statements: [String]) throws {
    var newest: [HistoryLine] = []
    var count = 0
    for statement in statements.suffix(kept).reversed() {
      guard let line = HistoryLine(statement) else { continue }
      count += line.bytes.count
      guard count <= size.kept else { break }
      newest.append(line)
    }
    let beside = "\(path).\(String(UInt64.random(in: .min ... .max), radix: 36))"
    let new = Glibc.open(beside, O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0o600)
    guard new >= 0 else { throw failure("write") }
    // The old one stays open, and so its number taken, until `open` has seen the new one.
    defer { close(new) }
    do {
      try write(newest.reversed().flatMap(\.bytes), to: new)
      guard rename(beside, path) == 0 else { throw failure("write") }
    } catch {
      unlink(beside)
      throw error
    }
  }

  func write(_ bytes: [UInt8], to descriptor: Int32) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw failure("write") }
      rest = rest.dropFirst(count)
    }
  }

  func failure(_ verb: String) -> ShellError {
    ShellError(system: "cannot \(verb) \(path)")
  }
}
