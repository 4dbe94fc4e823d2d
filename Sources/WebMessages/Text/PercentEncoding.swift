/// Percent-encoding of texts in addresses and forms (RFC 3986, section 2).
package enum PercentEncoding {
  /// The characters that stay as they are in a segment of a path.
  ///
  /// `+` and `;` are not among them, because some servers give them a meaning.
  package static let segment = Set(unreserved + Array(":@!$&'()*,=".utf8))

  /// The characters that stay as they are in a name or value of a query.
  package static let query = Set(unreserved)

  private static let unreserved = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)

  private static let digits = Array("0123456789ABCDEF".utf8)

  /// Encodes every byte of the text's UTF-8 as `%XX`, except those that are allowed.
  package static func encode(_ text: String, keeping allowed: Set<UInt8>) -> String {
    if text.utf8.allSatisfy(allowed.contains) { return text }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count * 3)
    for byte in text.utf8 {
      if allowed.contains(byte) {
        bytes.append(byte)
      } else {
        bytes += escape(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns a byte as `%XX`.
  package static func escape(_ byte: UInt8) -> [UInt8] {
    [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
  }

  /// Decodes every `%XX`.
  ///
  /// A broken escape stays as it is, and so does the whole text if the result is not UTF-8.
  package static func decode(_ text: some StringProtocol) -> String {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
    return bytes(of: text, plusIsSpace: false, isStrict: false).flatMap {
      String(validating: $0, as: UTF8.self)
    } ?? String(text)
  }

  /// Decodes every `%XX`; returns nil if an escape is broken, or the result is not UTF-8.
  ///
  /// - Parameter plusIsSpace: whether `+` stands for a space, as it does in forms.
  package static func decodeStrictly(
    _ text: some StringProtocol, plusIsSpace: Bool = false
  ) -> String? {
    bytes(of: text, plusIsSpace: plusIsSpace, isStrict: true).flatMap {
      String(validating: $0, as: UTF8.self)
    }
  }

  /// The decoded bytes; nil if an escape is broken and that is not allowed.
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
