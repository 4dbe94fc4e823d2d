extension [UInt8] {
  /// Appends a text's UTF-8.
  @inlinable @inline(__always)
  mutating func append(_ text: String) {
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

extension String {
  /// Creates a text from UTF-8; nil if the bytes are not UTF-8.
  ///
  /// `String(validating:as:)` does the same, but looks up types in the runtime each time.
  ///
  /// - Parameters:
  ///   - bytes: the text.
  ///   - isASCII: whether all bytes are known to be ASCII, which needs no check.
  @inline(__always)
  init?(utf8 bytes: UnsafeBufferPointer<UInt8>, isASCII: Bool = false) {
    if isASCII {
      self.init(copying: UTF8Span(unchecked: bytes.span, isKnownASCII: true))
    } else {
      guard let text = try? UTF8Span(validating: bytes.span) else { return nil }
      self.init(copying: text)
    }
  }
}
