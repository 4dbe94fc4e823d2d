/// Percent-encoding of text that becomes part of an address (RFC 3986, section 2).
package enum PercentEncoding {
  /// What a segment of a path may hold as it is, `+` and `;` left out because servers read
  /// meanings of their own into them.
  package static let segment = Set(unreserved + Array(":@!$&'()*,=".utf8))

  /// What a name or value of a query may hold as it is.
  package static let query = Set(unreserved)

  private static let unreserved = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)

  private static let digits = Array("0123456789ABCDEF".utf8)

  /// Writes every byte of the text's UTF-8 that is not allowed as `%XX`.
  package static func encode(_ text: String, keeping allowed: Set<UInt8>) -> String {
    if text.utf8.allSatisfy(allowed.contains) { return text }
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

  /// Reads every `%XX` back; what is no escape, or is not UTF-8 once read, stays as it stands.
  package static func decode(_ text: some StringProtocol) -> String {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
    let source = Array(text.utf8)
    var bytes: [UInt8] = []
    var index = 0
    while index < source.count {
      if source[index] == UInt8(ascii: "%"), index + 2 < source.count,
        let high = digit(source[index + 1]), let low = digit(source[index + 2])
      {
        bytes.append(high << 4 | low)
        index += 3
      } else {
        bytes.append(source[index])
        index += 1
      }
    }
    return String(validating: bytes, as: UTF8.self) ?? String(text)
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
