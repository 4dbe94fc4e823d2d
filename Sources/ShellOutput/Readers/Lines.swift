import Glibc

struct LineBoundary: RecordBoundary {
  func length(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    bytes.offset(of: UInt8(ascii: "\n")).map { $0 + 1 }
  }
}

extension UnsafeBufferPointer<UInt8> {
  @inline(__always)
  func offset(of byte: UInt8) -> Int? {
    guard let start = UnsafeRawPointer(baseAddress), count > 0,
      let found = memchr(start, Int32(byte), count)
    else { return nil }
    return UnsafeRawPointer(found) - start
  }

  /// The bytes without a final LF or CR LF; at the end of the input, also without a final CR.
  @inline(__always)
  var withoutLineEnd: Self {
    var end = count
    if end > 0, self[end - 1] == UInt8(ascii: "\n") { end -= 1 }
    if end > 0, self[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    return Self(rebasing: self[..<end])
  }

  /// The bytes without a byte order mark, which some programs write at the beginning of UTF-8.
  var withoutByteOrderMark: Self {
    starts(with: [0xEF, 0xBB, 0xBF]) ? Self(rebasing: self[3...]) : self
  }

  /// The text between two offsets; nil if it is not UTF-8.
  @inline(__always)
  func text(_ start: Int, _ end: Int, isASCII: Bool = false) -> String? {
    String(utf8: Self(rebasing: self[start..<end]), isASCII: isASCII)
  }
}
