import Glibc

extension String {
  @inline(__always)
  func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
    if let result = try utf8.withContiguousStorageIfAvailable(body) { return result }
    var copy = self
    return try copy.withUTF8(body)
  }

  /// Returns a number below, equal to or above zero.
  @inline(__always)
  func compareBytes(_ other: String) -> Int {
    withBytes { bytes in
      other.withBytes { others in
        let count = min(bytes.count, others.count)
        if count > 0, let first = bytes.baseAddress, let second = others.baseAddress {
          let order = memcmp(first, second, count)
          if order != 0 { return Int(order) }
        }
        return bytes.count - others.count
      }
    }
  }

  /// A number that sorts like the bytes after a prefix, and whether it is unique to this text.
  func orderKey(behind prefix: Int) -> (key: UInt64, isExact: Bool) {
    withBytes { bytes in
      var key: UInt64 = 0
      for index in prefix..<prefix + 7 {
        key = key << 8 | (index < bytes.count ? UInt64(bytes[index]) : 0)
      }
      let rest = bytes.count - prefix
      return (key << 8 | UInt64(min(rest, 8) + 1), rest <= 7)
    }
  }

  /// The length of the common prefix with another text in bytes, up to a limit.
  func commonPrefix(with other: String, atMost limit: Int) -> Int {
    withBytes { bytes in
      other.withBytes { others in
        let limit = Swift.min(limit, bytes.count, others.count)
        var count = 0
        while count < limit, bytes[count] == others[count] { count += 1 }
        return count
      }
    }
  }
}

/// A text that equals another one only if their bytes are equal.
struct ByteText: Hashable {
  let text: String

  static func == (first: ByteText, second: ByteText) -> Bool {
    first.text.compareBytes(second.text) == 0
  }

  func hash(into hasher: inout Hasher) {
    text.withBytes { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

/// A text to search for, ignoring case.
struct TextNeedle {
  private let lowercased: [UInt8]
  private let isASCII: Bool

  init(_ text: String) {
    lowercased = Array(text.lowercased().utf8)
    isASCII = lowercased.allSatisfy { $0 < 0x80 }
  }

  /// Takes O(*n* · *m*) in the worst case.
  func isFound(in text: String) -> Bool {
    let found = text.withBytes { bytes -> Bool? in
      guard bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
      return isASCII && isFound(in: bytes)
    }
    if let found { return found }
    return text.lowercased().withBytes { isFound(in: $0) }
  }

  private func isFound(in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = lowercased.first else { return true }
    guard bytes.count >= lowercased.count else { return false }
    for start in 0...(bytes.count - lowercased.count)
    where Self.lowercased(bytes[start]) == first {
      var index = 1
      while index < lowercased.count,
        Self.lowercased(bytes[start + index]) == lowercased[index]
      {
        index += 1
      }
      if index == lowercased.count { return true }
    }
    return false
  }

  @inline(__always)
  private static func lowercased(_ byte: UInt8) -> UInt8 {
    byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
  }
}
