/// Percent-encoding of texts in addresses and forms (RFC 3986, section 2).
public enum PercentEncoding {
  /// The bytes kept in a path segment; not `+` and `;`, which some servers interpret.
  public static let segment = query.union(":@!$&'()*,=")

  /// The bytes kept in a query's name or value.
  public static let query = ByteSet(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

  private static let digits = Array("0123456789ABCDEF".utf8)

  /// Encodes the text's UTF-8 as `%XX`, except the allowed bytes.
  public static func encode(_ text: String, keeping allowed: ByteSet) -> String {
    if allowed.containsAll(of: text.utf8) { return text }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count * 3)
    for byte in text.utf8 {
      if allowed.contains(byte) {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Decodes every `%XX`, but keeps malformed escapes.
  ///
  /// Returns the text unchanged if the result is not UTF-8.
  public static func decode(_ text: some StringProtocol) -> String {
    // A concrete type, for which the runtime need not search for conformances.
    guard Substring(text).utf8.contains(UInt8(ascii: "%")) else { return String(text) }
    return bytes(of: text, plusIsSpace: false, isStrict: false).flatMap {
      String(validating: $0, as: UTF8.self)
    } ?? String(text)
  }

  /// Decodes every `%XX`; returns nil if an escape is malformed, or the result is not UTF-8.
  ///
  /// - Parameter plusIsSpace: whether `+` stands for a space, as it does in forms.
  public static func decodeStrictly(
    _ text: some StringProtocol, plusIsSpace: Bool = false
  ) -> String? {
    bytes(of: text, plusIsSpace: plusIsSpace, isStrict: true).flatMap {
      String(validating: $0, as: UTF8.self)
    }
  }

  /// Whether servers take a segment of a path, as it is sent, for another path: it is `.` or `..`, also escaped, or
  /// before a `;`, behind which some servers read nothing.
  public static func isDots(_ segment: some Collection<UInt8>) -> Bool {
    let name = segment.prefix { $0 != UInt8(ascii: ";") }
    // A longer name is not one or two dots, even escaped.
    guard !name.isEmpty, name.count <= 6 else { return false }
    let plain = String(decoding: name, as: UTF8.self).lowercased().replacing("%2e", with: ".")
    return plain == "." || plain == ".."
  }

  /// Returns the decoded bytes; nil if an escape is malformed and `isStrict` is true.
  private static func bytes(
    of text: some StringProtocol, plusIsSpace: Bool, isStrict: Bool
  ) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "%"):
        if let high = rest.first.flatMap(digit), let low = rest.dropFirst().first.flatMap(digit) {
          bytes.append(high << 4 | low)
          rest.removeFirst(2)
        } else if isStrict {
          return nil
        } else {
          bytes.append(byte)
        }
      case UInt8(ascii: "+") where plusIsSpace: bytes.append(UInt8(ascii: " "))
      default: bytes.append(byte)
      }
    }
    return bytes
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

/// A set of ASCII characters.
@frozen
public struct ByteSet: Sendable {
  @usableFromInline var low: UInt64 = 0
  @usableFromInline var high: UInt64 = 0

  /// Creates a set of the characters of an ASCII text.
  public init(_ characters: StaticString) {
    self = ByteSet().union(characters)
  }

  private init() {}

  /// Returns the set with the characters of an ASCII text.
  public func union(_ characters: StaticString) -> ByteSet {
    var set = self
    characters.withUTF8Buffer { bytes in
      for byte in bytes {
        if byte < 64 { set.low |= 1 << UInt64(byte) } else { set.high |= 1 << UInt64(byte & 63) }
      }
    }
    return set
  }

  /// Returns the set without the characters of an ASCII text.
  public func subtracting(_ characters: StaticString) -> ByteSet {
    var set = self
    let removed = ByteSet(characters)
    set.low &= ~removed.low
    set.high &= ~removed.high
    return set
  }

  /// Whether a byte is one of the characters.
  @inlinable @inline(__always)
  public func contains(_ byte: UInt8) -> Bool {
    byte < 128 && (byte < 64 ? low : high) >> UInt64(byte & 63) & 1 == 1
  }

  /// Whether all bytes are among the characters.
  @inlinable @inline(__always)
  public func containsAll(of bytes: some Sequence<UInt8>) -> Bool {
    for byte in bytes where !contains(byte) { return false }
    return true
  }
}
