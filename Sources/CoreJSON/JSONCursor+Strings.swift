extension JSONCursor {
  package mutating func string() throws(JSONError) -> String {
    let start = position
    let hasEscapes = try skipString()
    let content = bytes[(start + 1)..<(position - 1)]
    guard hasEscapes else {
      return try Self.text(UnsafeBufferPointer(rebasing: content), at: start)
    }
    let unescaped = try Self.unescaped(content)
    return try unescaped.withUnsafeBufferPointer { bytes throws(JSONError) in
      try Self.text(bytes, at: start)
    }
  }

  private static func text(
    _ bytes: UnsafeBufferPointer<UInt8>, at offset: Int
  ) throws(JSONError) -> String {
    // `String(validating:as:)` does the same, and looks up types in the runtime each time.
    guard let text = try? UTF8Span(validating: bytes.span) else {
      throw JSONError(.notUTF8, at: offset)
    }
    return String(copying: text)
  }

  /// Skips a string; returns whether it has escapes.
  mutating func skipString() throws(JSONError) -> Bool {
    var index = position + 1
    var hasEscapes = false
    while true {
      index = bytes.endOfPlainText(from: index)
      guard index < bytes.count else { throw JSONError(.openString, at: position) }
      switch bytes[index] {
      case UInt8(ascii: "\""):
        position = index + 1
        return hasEscapes
      case UInt8(ascii: "\\"):
        hasEscapes = true
        index += try escapeLength(at: index)
      default: throw JSONError(.controlCharacter, at: index)
      }
    }
  }

  /// Checks the escape that begins at a backslash; returns its length in bytes.
  private func escapeLength(at index: Int) throws(JSONError) -> Int {
    guard index + 1 < bytes.count else { throw JSONError(.openString, at: position) }
    switch bytes[index + 1] {
    case UInt8(ascii: "u"):
      guard bytes.count - index >= 6, Self.unit(bytes[index...]) != nil else {
        throw JSONError(.invalidEscape, at: index)
      }
      return 6
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return 2
    default: throw JSONError(.invalidEscape, at: index)
    }
  }

  /// Returns a string's content with its escapes, already checked, replaced by their characters.
  private static func unescaped(
    _ content: Slice<UnsafeBufferPointer<UInt8>>
  ) throws(JSONError) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(content.count)
    var rest = content
    while let backslash = rest.firstIndex(of: UInt8(ascii: "\\")) {
      result.append(contentsOf: UnsafeBufferPointer(rebasing: rest[..<backslash]))
      rest = rest[backslash...]
      var length = 2
      switch rest[backslash + 1] {
      case UInt8(ascii: "b"): result.append(0x08)
      case UInt8(ascii: "f"): result.append(0x0C)
      case UInt8(ascii: "n"): result.append(0x0A)
      case UInt8(ascii: "r"): result.append(0x0D)
      case UInt8(ascii: "t"): result.append(0x09)
      case UInt8(ascii: "u"):
        guard let (scalar, count) = scalar(rest) else {
          throw JSONError(.halfSurrogate, at: backslash)
        }
        result += String(Character(scalar)).utf8
        length = count
      case let byte: result.append(byte)
      }
      rest = rest[(backslash + length)...]
    }
    result.append(contentsOf: UnsafeBufferPointer(rebasing: rest))
    return result
  }

  /// Returns the character of `\u1234` or of a surrogate pair, and its length in bytes; nil for half a pair.
  private static func scalar(
    _ bytes: Slice<UnsafeBufferPointer<UInt8>>
  ) -> (scalar: Unicode.Scalar, length: Int)? {
    guard let first = unit(bytes) else { return nil }
    if let scalar = Unicode.Scalar(first) { return (scalar, 6) }
    let rest = bytes.dropFirst(6)
    guard UTF16.isLeadSurrogate(first), rest.starts(with: #"\u"#.utf8),
      let second = unit(rest), UTF16.isTrailSurrogate(second),
      let scalar = Unicode.Scalar(
        0x10000 + (UInt32(first) & 0x3FF) << 10 + UInt32(second) & 0x3FF)
    else { return nil }
    return (scalar, 12)
  }

  /// Returns the value of an escape such as `\u12ab`; nil if it has an invalid digit.
  private static func unit(_ escape: Slice<UnsafeBufferPointer<UInt8>>) -> UInt16? {
    var unit: UInt16 = 0
    for byte in escape.dropFirst(2).prefix(4) {
      let letter = (byte | 0x20) &- UInt8(ascii: "a")
      let digit = byte &- UInt8(ascii: "0")
      guard digit < 10 || letter < 6 else { return nil }
      unit = unit << 4 | UInt16(digit < 10 ? digit : letter + 10)
    }
    return unit
  }
}
