/// Finds the ends of JSON values, and of the separators between the elements of an outer array.
///
/// A piece is either one value or one of the bytes `[`, `]`, `,` and newline; other white space may precede
/// it.
struct JSONBoundary: RecordBoundary {
  private enum State {
    case between, word, nested
    case string
    case escaped
  }

  private var state = State.between
  /// How many brackets are open in the current value.
  private var depth = 0
  /// Whether an outer array is open.
  private var isInArray = false
  /// Whether at most a byte order mark has been found so far.
  private var isAtStart = true

  mutating func length(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      switch state {
      case .string:
        switch byte {
        case UInt8(ascii: "\\"): state = .escaped
        case UInt8(ascii: "\""):
          if depth == 0 { return finished(index) }
          state = .nested
        default:
          while index < bytes.count, bytes[index] != UInt8(ascii: "\""),
            bytes[index] != UInt8(ascii: "\\")
          { index &+= 1 }
        }
      case .escaped: state = .string
      case .nested:
        switch byte {
        case UInt8(ascii: "\""): state = .string
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
          depth -= 1
          if depth == 0 { return finished(index) }
        default: break
        }
      case .word: if endsWord(byte) { return finished(index - 1) }
      case .between: if begin(byte) { return index }
      }
    }
    return nil
  }

  private mutating func finished(_ index: Int) -> Int {
    state = .between
    return index
  }

  /// Returns true if the piece is just this byte.
  private mutating func begin(_ byte: UInt8) -> Bool {
    if byte.isJSONSpace { return byte == UInt8(ascii: "\n") }
    if isAtStart, byte == 0xEF || byte == 0xBB || byte == 0xBF { return false }
    isAtStart = false
    switch byte {
    case UInt8(ascii: "["):
      if !isInArray {
        isInArray = true
        return true
      }
      fallthrough
    case UInt8(ascii: "{"):
      depth = 1
      state = .nested
    case UInt8(ascii: "]"):
      isInArray = false
      return true
    case UInt8(ascii: ","): return true
    case UInt8(ascii: "\""): state = .string
    default: state = .word
    }
    return false
  }

  private func endsWord(_ byte: UInt8) -> Bool {
    byte.isJSONSpace || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]")
      || byte == UInt8(ascii: "}")
  }
}
