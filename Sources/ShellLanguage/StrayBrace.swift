extension Word {
  /// Whether the word has a brace of a block without a blank before or after it, such as `{print` and `x}`.
  var hasStrayBrace: Bool {
    guard !isQuoted else { return false }
    let texts: [String] =
      switch content {
      case .literal(let text): [text]
      case .composed(let parts):
        parts.map { if case .literal(let text) = $0 { text } else { "" } }
      }
    return StrayBrace.isIn(
      texts.flatMap(\.utf8), first: texts.first?.utf8.first, last: texts.last?.utf8.last)
  }
}

/// A brace of a block without a blank before or after it.
enum StrayBrace {
  /// Whether a word's text has one; `first` and `last` are the bytes at its ends, unless these are variables.
  static func isIn(_ bytes: some Collection<UInt8>, first: UInt8?, last: UInt8?) -> Bool {
    guard first == UInt8(ascii: "{") || last == UInt8(ascii: "}") else { return false }
    var depth = 0
    for byte in bytes {
      if byte == UInt8(ascii: "{") { depth += 1 }
      if byte == UInt8(ascii: "}") { depth -= 1 }
      if depth < 0 { return true }
    }
    return depth != 0
  }
}
