/// Parses JSON5 numbers, which may have a `+`, be hexadecimal, or begin or end with a point.
enum JSON5Number {
  static func value(of word: String) -> Double? {
    var digits = word[...]
    let isNegative = digits.first == "-"
    if let sign = digits.first, sign == "-" || sign == "+" { digits.removeFirst() }
    return magnitude(digits).map { isNegative ? -$0 : $0 }
  }

  private static func magnitude(_ digits: Substring) -> Double? {
    switch digits {
    case "Infinity": return .infinity
    case "NaN": return .nan
    default: break
    }
    if digits.hasPrefix("0x") || digits.hasPrefix("0X") {
      let digits = digits.dropFirst(2)
      guard digits.first?.isHexDigit == true else { return nil }
      return UInt64(digits, radix: 16).map { Double($0) }
    }
    let parts = digits.split(separator: "e", maxSplits: 1, omittingEmptySubsequences: false)
      .flatMap {
        $0.split(separator: "E", maxSplits: 1, omittingEmptySubsequences: false)
      }
    guard let mantissa = parts.first, parts.count <= 2, isMantissa(mantissa),
      parts.count == 1 || isExponent(parts[1])
    else { return nil }
    // `Double` requires a digit on both sides of the point.
    var text = mantissa.hasPrefix(".") ? "0" + mantissa : String(mantissa)
    if text.hasSuffix(".") { text.removeLast() }
    return Double(parts.count == 1 ? text : "\(text)e\(parts[1])")
  }

  private static func isMantissa(_ text: Substring) -> Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, parts.contains(where: { !$0.isEmpty }),
      parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
    else { return false }
    // JSON5 has no octal numbers, so a leading zero is an error.
    return parts[0].count <= 1 || !parts[0].hasPrefix("0")
  }

  private static func isExponent(_ text: Substring) -> Bool {
    let digits = text.first == "-" || text.first == "+" ? text.dropFirst() : text
    return !digits.isEmpty && digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }
}
