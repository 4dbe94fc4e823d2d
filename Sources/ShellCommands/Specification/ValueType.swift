import ShellLanguage

/// The type of an argument's or an option's text.
public enum ValueType: Sendable, Codable, Equatable {
  /// Text, whose length in characters (grapheme clusters) lies within bounds.
  case text(length: ClosedRange<Int>? = nil)
  /// An integer within bounds.
  case integer(ClosedRange<Int>? = nil)
  /// A number of at least 0, with an optional decimal part.
  case number
  /// One of several words.
  case choice([String])
}

extension ValueType {
  /// The expected text, as it follows "takes" in a message; nil if any text is accepted.
  package var expectation: String? {
    switch self {
    case .text(let length):
      length.map { "\(Self.phrase($0)) characters" }
    case .integer(let range):
      switch range {
      case nil: "a whole number"
      case let range? where range.upperBound == .max:
        "a whole number of at least \(range.lowerBound)"
      case let range? where range.lowerBound == .min:
        "a whole number of at most \(range.upperBound)"
      case let range?: "a whole number from \(Self.phrase(range))"
      }
    case .number: "a number of at least 0"
    case .choice(let words): Self.alternatives(words)
    }
  }

  /// Whether a text has the type.
  func accepts(_ text: String) -> Bool {
    switch self {
    case .text(let length): length?.contains(text.count) ?? true
    case .integer(let range):
      Self.integer(text).map { range?.contains($0) ?? true } ?? false
    case .number: Self.number(text) != nil
    case .choice(let words): words.contains(text)
    }
  }

  /// Whether the text is a number, so that `-5` is not an option.
  var isNumeric: Bool {
    switch self {
    case .integer, .number: true
    case .text, .choice: false
    }
  }

  /// Reads decimal digits after an optional `-`.
  static func integer(_ text: String) -> Int? {
    text.utf8.first == UInt8(ascii: "+") ? nil : Int(text)
  }

  /// Reads decimal digits with an optional decimal part, without sign or exponent.
  static func number(_ text: String) -> Double? {
    let bytes = text.utf8
    let point = UInt8(ascii: ".")
    guard bytes.allSatisfy({ ByteClass.isDigit($0) || $0 == point }),
      bytes.first.map(ByteClass.isDigit) == true, bytes.last != point,
      let number = Double(text), number.isFinite
    else { return nil }
    return number
  }

  private static func phrase(_ range: ClosedRange<Int>) -> String {
    "\(range.lowerBound) to \(range.upperBound)"
  }

  /// Joins words: `a, b or c`.
  private static func alternatives(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " or " + last
  }
}
