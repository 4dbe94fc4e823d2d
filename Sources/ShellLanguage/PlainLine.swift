/// The fast path for most lines of a script: plain words between blanks.
enum PlainLine {
  /// The line's words, or nil if it contains quotes, operators, variables, a comment or a `{` that stands alone.
  static func words(of line: UnsafeBufferPointer<UInt8>) -> [Word]? {
    guard let count = countOfWords(in: line) ?? countOfWordsWithBraces(in: line) else { return nil }
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

  /// Whether a line begins with a word that begins a statement of the language without a block.
  static func mayBeStatement(_ words: [Word], in line: UnsafeBufferPointer<UInt8>) -> Bool {
    var start = 0
    while isBlank(line[start]) { start += 1 }
    switch line[start] {
    case UInt8(ascii: "!"): return true
    case UInt8(ascii: "b"): return words.begins(with: "break")
    case UInt8(ascii: "c"): return words.begins(with: "continue")
    case UInt8(ascii: "e"): return words.begins(with: "else") || words.begins(with: "expect")
    case UInt8(ascii: "i"): return words.begins(with: "if")
    // Behind a prefix there can be one: let a = if …
    case UInt8(ascii: "l"): return words.count > 3 && words.begins(with: "let")
    case UInt8(ascii: "o"): return words.begins(with: "on")
    case UInt8(ascii: "r"): return words.begins(with: "run") || words.begins(with: "return")
    case UInt8(ascii: "t"): return words.begins(with: "time")
    case UInt8(ascii: "w"): return words.begins(with: "watch")
    default: return false
    }
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

  /// Returns nil if a word is just `{`, too, which may open a block.
  @inline(never)
  private static func countOfWordsWithBraces(in line: UnsafeBufferPointer<UInt8>) -> Int? {
    guard line.contains(UInt8(ascii: "{")) else { return nil }
    var count = 0
    var length = 0
    for (index, byte) in line.enumerated() {
      guard ByteClass.isPlain(byte) || ByteClass.isBlank(byte) else { return nil }
      length = isBlank(byte) ? 0 : length + 1
      if length == 1 { count += 1 }
      let isLast = index + 1 == line.count || ByteClass.isBlank(line[index + 1])
      if length == 1, isLast, byte == UInt8(ascii: "{") { return nil }
    }
    return count
  }

  /// Whether a byte of a plain line is a blank: in such a line, no other byte is below the space.
  private static func isBlank(_ byte: UInt8) -> Bool { byte <= UInt8(ascii: " ") }
}
