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
      while ByteClass.isBlank(line[index]) { index += 1 }
      let start = index
      while index < line.count, !ByteClass.isBlank(line[index]) { index += 1 }
      let text = String(decoding: UnsafeBufferPointer(rebasing: line[start..<index]), as: UTF8.self)
      words.append(Word(content: .literal(text), start: start, end: index, isQuoted: false))
    }
    return words
  }

  private static func countOfWords(in line: UnsafeBufferPointer<UInt8>) -> Int? {
    var count = 0
    var isInWord = false
    for byte in line {
      if ByteClass.isPlain(byte) {
        if !isInWord { count += 1 }
        isInWord = true
      } else if ByteClass.isBlank(byte) {
        isInWord = false
      } else {
        return nil
      }
    }
    return count
  }
}
