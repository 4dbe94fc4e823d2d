import WebMessages

/// A strong entity tag (RFC 9110, section 8.8.3), which only equal responses share.
struct EntityTag {
  let text: String

  init(of body: [UInt8], _ headers: HTTPHeaders) {
    var hash = ContentHash()
    for name in ["Content-Type", "X-Total-Count", "Link"] { hash.add(headers[name] ?? "") }
    hash.add(body)
    text = "\"\(hash.text)\""
  }

  /// Returns whether `If-None-Match` matches the tag, by weak comparison (RFC 9110, section
  /// 13.1.2).
  func matches(_ headers: HTTPHeaders) -> Bool {
    Self.items(of: "If-None-Match", in: headers).contains { item in
      item == "*" || item == text || item.dropFirst(2) == text && item.hasPrefix("W/")
    }
  }

  /// Returns whether `If-Match` allows a write to the resource with this tag, by strong comparison
  /// (RFC 9110, section 13.1.1); true without the field.
  func allowsWrite(_ headers: HTTPHeaders) -> Bool {
    guard headers["If-Match"] != nil else { return true }
    return Self.items(of: "If-Match", in: headers).contains { $0 == "*" || $0 == text }
  }

  private static func items(of name: String, in headers: HTTPHeaders) -> [String] {
    headers.values(of: name).flatMap { MediaType.split($0, at: ",") }.map {
      String($0.trimmingSpaces)
    }
  }
}

/// A fast 128-bit hash that is the same in every process.
///
/// It does not resist deliberate collisions, but only users who can change the content anyway could create
/// them. For secrets, use SHA-256.
struct ContentHash {
  private var first: UInt64 = 0x9E37_79B9_7F4A_7C15
  private var second: UInt64 = 0xC2B2_AE3D_27D4_EB4F

  var text: String { Self.digits(first) + Self.digits(second) }

  /// Adds bytes and their length, so that the same bytes in other pieces give another hash.
  mutating func add(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { add($0) }
  }

  mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { add(UnsafeRawBufferPointer($0)) }
  }

  private mutating func add(_ bytes: UnsafeRawBufferPointer) {
    let whole = bytes.count & ~15
    for start in stride(from: 0, to: whole, by: 16) {
      mix(
        bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self),
        bytes.loadUnaligned(fromByteOffset: start + 8, as: UInt64.self))
    }
    var tail: (UInt64, UInt64) = (0, 0)
    withUnsafeMutableBytes(of: &tail) { $0.copyBytes(from: bytes[whole...]) }
    mix(tail.0, tail.1)
    mix(UInt64(bytes.count), 0xD6E8_FEB8_6659_FD93)
  }

  /// Multiplies two words into each half, and folds the products.
  private mutating func mix(_ left: UInt64, _ right: UInt64) {
    let (left, right) = (left.littleEndian, right.littleEndian)
    first = Self.folded(left ^ first, right ^ 0xA076_1D64_78BD_642F) ^ second
    second = Self.folded(right ^ second, left ^ 0xE703_7ED1_A0B4_28DB) &+ first
  }

  private static func folded(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let product = left.multipliedFullWidth(by: right)
    return product.high ^ product.low
  }

  private static func digits(_ word: UInt64) -> String {
    let digits = String(word, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
