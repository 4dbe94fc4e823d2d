enum LiveKey: Equatable {
  case character(Character)
  case up, down, pageUp, pageDown, home, end
  case enter, escape, backspace
  case redraw

  /// Reads keys, and removes their bytes.
  ///
  /// `isAll` means that no more bytes follow, so that a lone Escape is a key.
  static func take(from bytes: inout [UInt8], isAll: Bool) -> [LiveKey] {
    var keys: [LiveKey] = []
    var rest = bytes[...]
    while let first = rest.first {
      if first == 0x1B {
        guard let (key, count) = sequence(rest) else {
          guard isAll else { break }
          keys.append(.escape)
          rest.removeFirst()
          continue
        }
        if let key { keys.append(key) }
        rest = rest.dropFirst(count)
        continue
      }
      let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
      guard rest.count >= length || isAll else { break }
      if let key = key(of: rest.prefix(length)) { keys.append(key) }
      rest = rest.dropFirst(length)
    }
    bytes = Array(rest)
    return keys
  }

  private static func key(of bytes: ArraySlice<UInt8>) -> LiveKey? {
    switch bytes.first ?? 0 {
    case 0x0A, 0x0D: return .enter
    case 0x08, 0x7F: return .backspace
    case 0x0C: return .redraw
    // Ctrl-P, Ctrl-N, Ctrl-B, Ctrl-F, as in less.
    case 0x10: return .up
    case 0x0E: return .down
    case 0x02: return .pageUp
    case 0x06: return .pageDown
    case 0x00..<0x20: return nil
    default: return String(validating: bytes, as: UTF8.self)?.first.map { .character($0) }
    }
  }

  /// Reads an escape sequence and its length; the key is nil if it has no meaning here.
  ///
  /// Returns nil for an incomplete sequence or other bytes.
  private static func sequence(_ bytes: ArraySlice<UInt8>) -> (key: LiveKey?, count: Int)? {
    let start = bytes.startIndex
    guard bytes.count >= 3,
      bytes[start + 1] == UInt8(ascii: "[") || bytes[start + 1] == UInt8(ascii: "O")
    else { return nil }
    guard let end = bytes[(start + 2)...].firstIndex(where: { (0x40...0x7E).contains($0) }) else {
      return nil
    }
    let parameters = String(decoding: bytes[(start + 2)..<end], as: UTF8.self)
    let key: LiveKey? =
      switch (bytes[end], parameters) {
      case (UInt8(ascii: "A"), _): .up
      case (UInt8(ascii: "B"), _): .down
      case (UInt8(ascii: "H"), _), (UInt8(ascii: "~"), "1"), (UInt8(ascii: "~"), "7"): .home
      case (UInt8(ascii: "F"), _), (UInt8(ascii: "~"), "4"), (UInt8(ascii: "~"), "8"): .end
      case (UInt8(ascii: "~"), "5"): .pageUp
      case (UInt8(ascii: "~"), "6"): .pageDown
      default: nil
      }
    return (key, end - start + 1)
  }
}
