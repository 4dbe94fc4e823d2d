import Glibc

struct LineBuffer {
  private var bytes: [UInt8] = []
  private var start = 0
  /// The bytes before this index contain no line end.
  private var scanned = 0

  mutating func append(_ more: UnsafeRawBufferPointer) {
    if start > 0 {
      bytes.removeSubrange(..<start)
      scanned -= start
      start = 0
    }
    bytes.append(contentsOf: more)
  }

  mutating func next() -> [UInt8]? {
    let end = bytes.withUnsafeBytes { bytes -> Int? in
      guard scanned < bytes.count, let base = bytes.baseAddress,
        let found = memchr(base + scanned, 0x0A, bytes.count - scanned)
      else { return nil }
      return UnsafeRawPointer(found) - base
    }
    guard let end else {
      scanned = bytes.count
      return nil
    }
    defer { (start, scanned) = (end + 1, end + 1) }
    return Array(bytes[start..<end])
  }

  var unfinished: Int { bytes.count - start }

  mutating func takeRest() -> [UInt8] {
    defer { self = LineBuffer() }
    return Array(bytes[start...])
  }
}
