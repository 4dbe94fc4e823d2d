/// The grammar of numbers in JSON (RFC 8259, section 6).
package enum JSONNumber {
  /// Whether a text is a number as JSON writes it: `-12`, `0.5`, `1e9`, but not `007`, `+1` or `1.`.
  package static func isNumber(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { isNumber($0[...]) }
  }

  private static func isNumber(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    var rest = bytes
    if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
    guard let first = rest.first, isDigit(first) else { return false }
    rest = first == UInt8(ascii: "0") ? rest.dropFirst() : rest.drop(while: isDigit)
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      guard rest.first.map(isDigit) == true else { return false }
      rest = rest.drop(while: isDigit)
    }
    if let mark = rest.first, mark | 0x20 == UInt8(ascii: "e") {
      rest.removeFirst()
      if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest.removeFirst() }
      guard rest.first.map(isDigit) == true else { return false }
      rest = rest.drop(while: isDigit)
    }
    return rest.isEmpty
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
}
