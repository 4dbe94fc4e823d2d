import CoreEvents
import FoundationEssentials

/// Reads JSON (RFC 8259) as a value, and keeps the order of an object's members.
///
/// Whole numbers that fit `Int` are integers and other numbers are decimals; a number that no decimal
/// can hold is kept as JSON, or as it is written if numbers must be exact. Nothing is read leniently:
/// neither comments nor trailing commas nor unescaped control characters.
package struct JSONReader {
  /// A text that is not JSON.
  package struct Failure: Error, Equatable {
    /// What is wrong, in a few words: `unexpected ']'`.
    package let reason: String
    /// The offset of the wrong byte.
    package let offset: Int

    /// Whether the text is not UTF-8.
    var isEncoding: Bool { reason == Self.notUTF8 }
    fileprivate static let notUTF8 = "a string is not UTF-8"
  }

  let bytes: UnsafeBufferPointer<UInt8>
  var position = 0
  private let maximumDepth: Int
  /// Whether a number that no decimal can hold exactly is kept as it is written.
  private let keepsNumbers: Bool

  /// Reads the only value in a text.
  ///
  /// - Parameters:
  ///   - bytes: the text, in UTF-8.
  ///   - maximumDepth: how deep arrays and objects may be nested.
  /// - Complexity: O(*n*) in the number of bytes.
  package static func value(
    of bytes: [UInt8], maximumDepth: Int = 128
  ) throws(Failure) -> CellValue {
    try bytes.withUnsafeBufferPointer { bytes throws(Failure) -> CellValue in
      var reader = JSONReader(bytes: bytes, maximumDepth: maximumDepth)
      let value = try reader.value(depth: 0)
      reader.skipSpace()
      if reader.position < bytes.count { throw reader.failure() }
      return value
    }
  }

  /// Reads the only value in a text.
  package static func value(of text: String) throws(Failure) -> CellValue {
    try value(of: Array(text.utf8))
  }

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - bytes: the text, in UTF-8.
  ///   - maximumDepth: how deep arrays and objects may be nested.
  ///   - keepsNumbers: whether a number that no decimal can hold exactly is kept as it is written.
  init(bytes: UnsafeBufferPointer<UInt8>, maximumDepth: Int = 128, keepsNumbers: Bool = false) {
    self.bytes = bytes
    self.maximumDepth = maximumDepth
    self.keepsNumbers = keepsNumbers
  }

  /// The next byte; nil at the end.
  var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  func failure(_ reason: String? = nil) -> Failure {
    if let reason { return Failure(reason: reason, offset: position) }
    guard let byte = current else { return Failure(reason: "it ends too early", offset: position) }
    let shown =
      byte > 0x20 && byte < 0x7F
      ? "'\(Character(Unicode.Scalar(byte)))'" : "byte 0x" + String(byte, radix: 16)
    return Failure(reason: "unexpected \(shown)", offset: position)
  }

  mutating func skipSpace() {
    while let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      position += 1
    }
  }

  /// Consumes a byte after white space, if it is the next one.
  mutating func take(_ character: Unicode.Scalar) -> Bool {
    skipSpace()
    guard current == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  mutating func value(depth: Int) throws(Failure) -> CellValue {
    skipSpace()
    guard let byte = current else { throw failure() }
    switch byte {
    case UInt8(ascii: "{"): return try object(depth: depth + 1)
    case UInt8(ascii: "["): return try array(depth: depth + 1)
    case UInt8(ascii: "\""): return .text(try string())
    case UInt8(ascii: "t"): return try word("true", .boolean(true))
    case UInt8(ascii: "f"): return try word("false", .boolean(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return try number()
    }
  }

  private mutating func word(_ word: StaticString, _ value: CellValue) throws(Failure) -> CellValue
  {
    for index in 0..<word.utf8CodeUnitCount {
      guard current == word.utf8Start[index] else { throw failure() }
      position += 1
    }
    return value
  }

  private mutating func array(depth: Int) throws(Failure) -> CellValue {
    guard depth <= maximumDepth else { throw failure("nested more than \(maximumDepth) deep") }
    position += 1
    if take("]") { return .list([]) }
    var elements: [CellValue] = []
    while true {
      elements.append(try value(depth: depth))
      if take("]") { return .list(elements) }
      guard take(",") else { throw failure() }
    }
  }

  private mutating func object(depth: Int) throws(Failure) -> CellValue {
    guard depth <= maximumDepth else { throw failure("nested more than \(maximumDepth) deep") }
    position += 1
    if take("}") { return .record([]) }
    var fields: [CellValue.Field] = []
    while true {
      skipSpace()
      guard current == UInt8(ascii: "\"") else { throw failure() }
      let name = try string()
      guard take(":") else { throw failure() }
      fields.append(CellValue.Field(name, try value(depth: depth)))
      if take("}") { return .record(fields) }
      guard take(",") else { throw failure() }
    }
  }
}

/// Numbers.
extension JSONReader {
  private mutating func number() throws(Failure) -> CellValue {
    let start = position
    if current == UInt8(ascii: "-") { position += 1 }
    if current == UInt8(ascii: "0") { position += 1 } else { try digits() }
    var isWhole = true
    if current == UInt8(ascii: ".") {
      isWhole = false
      position += 1
      try digits()
    }
    if let byte = current, byte | 0x20 == UInt8(ascii: "e") {
      isWhole = false
      position += 1
      if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { position += 1 }
      try digits()
    }
    let written = UnsafeBufferPointer(rebasing: bytes[start..<position])
    if let number = ShortNumber(written) { return number.value }
    let text = String(decoding: written, as: UTF8.self)
    if isWhole, let number = Int(text) { return .integer(number) }
    if keepsNumbers {
      guard written.count(where: isDigit) <= 38, let number = Decimal(string: text), !number.isNaN
      else { return .untyped(text) }
      return .decimal(number)
    }
    if let number = Decimal(string: text), !number.isNaN { return .decimal(number) }
    guard let number = Double(text), number.isFinite else { throw failure("a number is too large") }
    return .json(.number(number))
  }

  private mutating func digits() throws(Failure) {
    guard let first = current, isDigit(first) else { throw failure() }
    while let byte = current, isDigit(byte) { position += 1 }
  }
}

private func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

/// A number of at most 18 digits without an exponent, which needs no text.
private struct ShortNumber {
  private var magnitude = 0
  private var decimals = 0
  private var isNegative = false
  private var isWhole = true

  /// Reads a number of JSON; nil if it is longer or has an exponent.
  init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard bytes.count <= 18 else { return nil }
    for byte in bytes {
      if isDigit(byte) {
        magnitude = magnitude &* 10 &+ Int(byte &- UInt8(ascii: "0"))
        if !isWhole { decimals &+= 1 }
      } else if byte == UInt8(ascii: ".") {
        isWhole = false
      } else if byte == UInt8(ascii: "-") {
        isNegative = true
      } else {
        return nil
      }
    }
  }

  var value: CellValue {
    if isWhole { return .integer(isNegative ? -magnitude : magnitude) }
    return .decimal(
      Decimal(
        sign: isNegative ? .minus : .plus, exponent: -decimals, significand: Decimal(magnitude)))
  }
}

/// Strings.
extension JSONReader {
  /// Reads a string at its opening quote.
  mutating func string() throws(Failure) -> String {
    position += 1
    let start = position
    while let byte = current, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 {
      position += 1
    }
    if current == UInt8(ascii: "\"") {
      defer { position += 1 }
      return try text(UnsafeBufferPointer(rebasing: bytes[start..<position]))
    }
    var content = Array(bytes[start..<position])
    while let byte = current {
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        return try content.withUnsafeBufferPointer { bytes throws(Failure) in try text(bytes) }
      case UInt8(ascii: "\\"): try escape(to: &content)
      case 0..<0x20: throw failure("an unescaped control character in a string")
      default:
        content.append(byte)
        position += 1
      }
    }
    throw failure()
  }

  private func text(_ bytes: UnsafeBufferPointer<UInt8>) throws(Failure) -> String {
    guard let text = String(utf8: bytes) else {
      throw failure(Failure.notUTF8)
    }
    return text
  }

  /// Reads an escape at its backslash.
  private mutating func escape(to content: inout [UInt8]) throws(Failure) {
    position += 1
    guard let byte = current else { throw failure() }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): content.append(byte)
    case UInt8(ascii: "b"): content.append(0x08)
    case UInt8(ascii: "f"): content.append(0x0C)
    case UInt8(ascii: "n"): content.append(0x0A)
    case UInt8(ascii: "r"): content.append(0x0D)
    case UInt8(ascii: "t"): content.append(0x09)
    case UInt8(ascii: "u"): content.append(contentsOf: String(try scalar()).utf8)
    default:
      position -= 1
      throw failure()
    }
  }

  /// Reads the digits of `\u`, and those of the other half of a surrogate pair.
  private mutating func scalar() throws(Failure) -> Character {
    let first = try unit()
    var code = UInt32(first)
    if UTF16.isLeadSurrogate(first), position + 1 < bytes.count,
      bytes[position] == UInt8(ascii: "\\"), bytes[position + 1] == UInt8(ascii: "u")
    {
      position += 2
      let second = try unit()
      guard UTF16.isTrailSurrogate(second) else { throw failure("half of a surrogate pair") }
      code = 0x10000 + (UInt32(first) & 0x3FF) << 10 + UInt32(second) & 0x3FF
    }
    guard let scalar = Unicode.Scalar(code) else { throw failure("half of a surrogate pair") }
    return Character(scalar)
  }

  private mutating func unit() throws(Failure) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let byte = current, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw failure()
      }
      unit = unit << 4 | UInt16(digit)
      position += 1
    }
    return unit
  }
}
