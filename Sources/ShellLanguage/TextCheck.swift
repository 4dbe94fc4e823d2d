/// Checks a line for NUL and for bytes that are not UTF-8.
enum TextCheck {
  /// The first error in a line, given the line's offset in the source; nil if the line is text.
  static func firstError(in line: UnsafeBufferPointer<UInt8>, at base: Int) -> SyntaxError? {
    var index = 0
    func error(_ kind: SyntaxError.Kind) -> SyntaxError {
      SyntaxError(kind, base + index..<base + index + 1)
    }
    while index < line.count {
      let byte = line[index]
      if byte == 0 { return error(.nul(offset: index)) }
      if byte < 0x80 {
        index += 1
      } else if let length = lengthOfScalar(at: index, in: line) {
        index += length
      } else {
        return error(.invalidUTF8(offset: index))
      }
    }
    return nil
  }

  /// The length of the multi-byte scalar at an index, by table 3-7 of the Unicode Standard; nil if the bytes
  /// are not UTF-8.
  private static func lengthOfScalar(at index: Int, in line: UnsafeBufferPointer<UInt8>) -> Int? {
    let length: Int
    let second: ClosedRange<UInt8>
    switch line[index] {
    case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: return nil
    }
    guard index + length <= line.count, second.contains(line[index + 1]) else { return nil }
    let others = line[(index + 2)..<(index + length)]
    return others.allSatisfy { $0 & 0xC0 == 0x80 } ? length : nil
  }
}
