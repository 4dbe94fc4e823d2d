public import FoundationEssentials

/// A JSON number, exactly as it is written.
///
/// Two numbers are equal if they have the same value, however they are written: `2.50` and `25e-1`.
public struct JSONNumber: Sendable {
  /// The number in the grammar of JSON (RFC 8259, section 6), such as `-12.50` or `1e9`.
  public let text: String

  /// Creates a number from a text in JSON's grammar.
  ///
  /// Returns nil for other texts, such as `007`, `+1` or `1.`.
  public init?(_ text: String) {
    guard Self.isNumber(text) else { return nil }
    self.text = text
  }

  /// Creates a number; nil if it is infinite or not a number.
  public init?(_ number: Double) {
    guard number.isFinite else { return nil }
    text = String(number)
  }

  /// Creates a number.
  public init(_ number: Int) { text = String(number) }

  init(checked text: String) { self.text = text }

  /// Whether a text is a number in JSON's grammar.
  public static func isNumber(_ text: String) -> Bool {
    // Most of the texts checked are not numbers.
    guard let first = text.utf8.first, first.isDigit || first == UInt8(ascii: "-") else {
      return false
    }
    var text = text
    return text.withUTF8 { bytes in
      var cursor = JSONCursor(bytes)
      do throws(JSONError) {
        return try cursor.number().bytes.count == bytes.count
      } catch {
        return false
      }
    }
  }

  /// The nearest `Double`; infinite if it is out of range.
  public var double: Double { Double(text) ?? .infinity }

  private var short: Decimal? {
    var text = text
    return text.withUTF8 { bytes in
      var cursor = JSONCursor(bytes)
      return (try? cursor.number())?.shortDecimal
    }
  }

  /// The number as a decimal, if a decimal can hold it exactly.
  public var decimal: Decimal? {
    if let short { return short }
    guard text.utf8.count(where: \.isDigit) <= 38,
      let number = Decimal(string: text), !number.isNaN
    else { return nil }
    return number
  }
}

extension JSONNumber: Hashable {
  /// Whether two numbers have the same value.
  public static func == (one: JSONNumber, other: JSONNumber) -> Bool {
    one.text == other.text || one.value == other.value
  }

  /// Hashes the value.
  public func hash(into hasher: inout Hasher) { hasher.combine(double) }

  /// A number as its digits, without zeros at either end, and the power of ten of the last digit.
  private struct Value: Equatable {
    var isNegative = false
    var digits: [UInt8] = []
    var exponent = 0
  }

  private var value: Value {
    let parts = text.utf8.split { $0 | 0x20 == UInt8(ascii: "e") }
    var value = Value(isNegative: text.utf8.first == UInt8(ascii: "-"))
    var isFraction = false
    for byte in parts[0].drop(while: { $0 == UInt8(ascii: "-") }) {
      if byte == UInt8(ascii: ".") {
        isFraction = true
      } else {
        value.digits.append(byte)
        if isFraction { value.exponent -= 1 }
      }
    }
    value.digits.removeSubrange(
      ..<(value.digits.firstIndex { $0 != UInt8(ascii: "0") } ?? value.digits.endIndex))
    while value.digits.last == UInt8(ascii: "0") {
      value.digits.removeLast()
      value.exponent += 1
    }
    if value.digits.isEmpty { return Value() }
    if parts.count > 1 {
      // An exponent beyond this range is compared as it is written.
      guard let exponent = Int32(String(decoding: parts[1], as: UTF8.self)) else {
        return Value(isNegative: value.isNegative, digits: Array(text.utf8), exponent: .max)
      }
      value.exponent += Int(exponent)
    }
    return value
  }
}
