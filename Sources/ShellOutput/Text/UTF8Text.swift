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
