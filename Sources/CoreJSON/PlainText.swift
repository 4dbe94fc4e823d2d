extension UnsafeBufferPointer<UInt8> {
  /// The index of the first byte that a JSON string must escape (a quote, a backslash or a control
  /// character), or the number of bytes.
  @inline(__always)
  func endOfPlainText(from start: Int) -> Int {
    let text = UnsafeRawBufferPointer(self)
    let ones: UInt64 = 0x0101_0101_0101_0101
    var index = start
    // Eight bytes at a time: a byte that is zero or too small borrows from its highest bit.
    while index &+ 8 <= text.count {
      let word = UInt64(littleEndian: text.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      let quote = word ^ (ones &* 0x22)
      let backslash = word ^ (ones &* 0x5C)
      let borrows =
        ((quote &- ones) & ~quote) | ((backslash &- ones) & ~backslash)
        | ((word &- (ones &* 0x20)) & ~word)
      let special = borrows & (ones &* 0x80)
      if special != 0 { return index &+ special.trailingZeroBitCount / 8 }
      index &+= 8
    }
    while index < text.count {
      let byte = text[index]
      if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { break }
      index &+= 1
    }
    return index
  }
}
