extension [UInt8] {
  /// Appends a text's UTF-8.
  @inlinable @inline(__always)
  package mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { append(contentsOf: $0) }
  }

  @inline(__always)
  mutating func append(
    _ text: String, where isSpecial: (UInt8) -> Bool,
    escapedBy escape: (UInt8, inout [UInt8]) -> Void
  ) {
    var text = text
    text.withUTF8 { bytes in
      var start = 0
      for index in bytes.indices where isSpecial(bytes[index]) {
        append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start..<index]))
        escape(bytes[index], &self)
        start = index + 1
      }
      append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start...]))
    }
  }
}
