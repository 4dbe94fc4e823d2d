/// The bytes of a name, with the escapes of JSON and of addresses decoded.
///
/// An escaped character beyond ASCII becomes 0xFF, since no credential's name has one.
struct UnescapedBytes: IteratorProtocol {
  private let text: UnsafeRawBufferPointer
  private var index = 0

  init(_ text: UnsafeRawBufferPointer) { self.text = text }

  mutating func next() -> UInt8? {
    guard index < text.count else { return nil }
    let byte = text[index]
    if byte == UInt8(ascii: "%"), let value = hexadecimal(at: index + 1, count: 2) {
      index += 3
      return UInt8(truncatingIfNeeded: value)
    }
    if byte == UInt8(ascii: "\\"), index + 1 < text.count {
      if text[index + 1] == UInt8(ascii: "u"), let value = hexadecimal(at: index + 2, count: 4) {
        index += 6
        return value < 0x80 ? UInt8(value) : 0xFF
      }
      index += 2
      return Self.escaped(text[index - 1])
    }
    index += 1
    return byte
  }

  /// The character of a short escape, such as `\n`; control characters separate words.
  private static func escaped(_ byte: UInt8) -> UInt8 {
    switch byte {
    case UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"),
      UInt8(ascii: "t"):
      UInt8(ascii: " ")
    default: byte
    }
  }

  private func hexadecimal(at start: Int, count: Int) -> Int? {
    guard start + count <= text.count else { return nil }
    var value = 0
    for byte in text[start..<start + count] {
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
      default: return nil
      }
      value = value << 4 | Int(digit)
    }
    return value
  }
}
