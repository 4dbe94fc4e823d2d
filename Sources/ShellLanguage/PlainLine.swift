/// The fast path for most lines of a script: plain words between blanks.
enum PlainLine {
  /// The line's words, or nil if it contains quotes, operators, variables or a comment.
  static func words(of line: UnsafeBufferPointer<UInt8>) -> [Word]? {
    guard let count = countOfWords(in: line) else { return nil }
    if count == 0 { return [] }
    var words: [Word] = []
    words.reserveCapacity(count)
    var index = 0
    while words.count < count {
      while isBlank(line[index]) { index += 1 }
      let start = index
      while index < line.count, !isBlank(line[index]) { index += 1 }
      let bytes = UnsafeBufferPointer(rebasing: line[start..<index])
      let text = String(copying: UTF8Span(unchecked: bytes.span, isKnownASCII: true))
      words.append(Word(content: .literal(text), start: start, end: index, isQuoted: false))
    }
    return words
  }

  private static func countOfWords(in line: UnsafeBufferPointer<UInt8>) -> Int? {
    var count = 0
    var isAfterBlank = true
    for byte in line {
      guard ByteClass.isPlainOrBlank(byte) else { return nil }
      if isAfterBlank, !isBlank(byte) { count += 1 }
      isAfterBlank = isBlank(byte)
    }
    return count
  }

  /// Whether a byte of a plain line is a blank: in such a line, no other byte is below the space.
  private static func isBlank(_ byte: UInt8) -> Bool { byte <= UInt8(ascii: " ") }
}
