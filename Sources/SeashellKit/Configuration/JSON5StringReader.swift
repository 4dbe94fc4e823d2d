/// Decodes a JSON5 string, byte by byte, and replaces its escapes.
struct JSON5StringReader {
  private enum State {
    case plain
    case escape
    /// After a backslash and a CR; an LF would belong to the same line end.
    case lineEnd
    /// After `\x` or `\u`: the value so far, and the number of missing digits.
    case digits(UInt32, left: Int)
    /// After `\0`, which no digit may follow.
    case zero
    case failed
  }

  private var state = State.plain
  private var units: [UInt16] = []
  private var bytes: [UInt8] = []

  /// Whether the next byte belongs to an escape, so that it cannot end the string.
  func escapes(_ byte: UInt8) -> Bool {
    switch state {
    case .escape: true
    case .lineEnd: byte == 0x0A
    default: false
    }
  }

  var string: String? {
    switch state {
    case .plain, .zero, .lineEnd: break
    case .escape, .digits, .failed: return nil
    }
    guard let units = Self.scalars(units) else { return nil }
    return String(validating: bytes + units, as: UTF8.self)
  }

  mutating func take(_ byte: UInt8) {
    switch state {
    case .plain: plain(byte)
    case .escape: escape(byte)
    case .lineEnd:
      state = .plain
      if byte != 0x0A { plain(byte) }
    case .zero:
      state = .plain
      if (0x30...0x39).contains(byte) { state = .failed } else { plain(byte) }
    case .digits(let value, let left):
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        state = .failed
        return
      }
      let value = value << 4 | UInt32(digit)
      state = left > 1 ? .digits(value, left: left - 1) : .plain
      if left == 1 { units.append(UInt16(truncatingIfNeeded: value)) }
    case .failed: break
    }
  }

  private mutating func plain(_ byte: UInt8) {
    if byte == UInt8(ascii: "\\") { state = .escape } else { append(byte) }
  }

  private mutating func escape(_ byte: UInt8) {
    state = .plain
    switch byte {
    case UInt8(ascii: "u"): state = .digits(0, left: 4)
    case UInt8(ascii: "x"): state = .digits(0, left: 2)
    case UInt8(ascii: "n"): append(0x0A)
    case UInt8(ascii: "t"): append(0x09)
    case UInt8(ascii: "r"): append(0x0D)
    case UInt8(ascii: "b"): append(0x08)
    case UInt8(ascii: "f"): append(0x0C)
    case UInt8(ascii: "v"): append(0x0B)
    case UInt8(ascii: "0"):
      append(0)
      state = .zero
    case 0x31...0x39: state = .failed
    case 0x0A: break
    case 0x0D: state = .lineEnd
    default: append(byte)
    }
  }

  private mutating func append(_ byte: UInt8) {
    flush()
    bytes.append(byte)
  }

  /// Appends the code units of pending `\u` and `\x` escapes, which must form whole characters.
  private mutating func flush() {
    guard !units.isEmpty else { return }
    if let scalars = Self.scalars(units) { bytes += scalars } else { state = .failed }
    units = []
  }

  private static func scalars(_ units: [UInt16]) -> [UInt8]? {
    // Most strings have no such escapes, and the validation costs a search for conformances.
    units.isEmpty ? [] : String(validating: units, as: UTF16.self).map { Array($0.utf8) }
  }
}
