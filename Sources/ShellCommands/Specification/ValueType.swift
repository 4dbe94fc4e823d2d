import FoundationEssentials
import ShellLanguage
import ShellOutput

/// The type of an argument's or an option's text.
public enum ValueType: Sendable, Codable, Equatable {
  /// Text, whose length in characters (grapheme clusters) lies within bounds.
  case text(length: ClosedRange<Int>? = nil)
  /// An integer within bounds.
  case integer(ClosedRange<Int>? = nil)
  /// A number within bounds, with an optional decimal part.
  case number(ClosedRange<Double>? = nil)
  /// A date of ISO 8601, with or without a time.
  case date
  /// One of several words.
  case choice([String])
  /// A file: its name, or `@FILE` for what is in it.
  ///
  /// A parameter with text that completes files has this type. A program that calls the shell's commands,
  /// such as a client of `mcp`, cannot give one.
  case file
  /// A text that only the parameter's own type can parse.
  ///
  /// - Parameter expectation: a description that can follow "takes": `a color such as #ff8800`.
  case custom(_ expectation: String)
}

extension ValueType {
  /// A description of the expected text, to follow "takes" in a message; nil if any text is accepted.
  public var expectation: String? {
    switch self {
    case .text(let length):
      length.map { length in
        let most = length.upperBound == .max ? "or more" : "to \(length.upperBound)"
        return "\(length.lowerBound) \(most) characters"
      }
    case .integer(let range):
      "a whole number" + (range.map { Self.bounds($0, least: .min, most: .max) } ?? "")
    case .number(let range):
      "a number"
        + (range.map {
          Self.bounds($0, least: -.greatestFiniteMagnitude, most: .greatestFiniteMagnitude)
        } ?? "")
    case .date: "a date such as 2026-11-22 or 2026-11-22T05:40:00Z"
    case .choice(let words): words.listed()
    case .file: nil
    case .custom(let expectation): expectation
    }
  }

  /// Whether a text has the type.
  @usableFromInline package func accepts(_ text: String) -> Bool {
    switch self {
    case .text(let length): length?.contains(text.count) ?? true
    case .integer(let range):
      Self.integer(text).map { range?.contains($0) ?? true } ?? false
    case .number(let range):
      Self.number(text).map { range?.contains($0) ?? true } ?? false
    case .date: Self.date(text) != nil
    case .choice(let words): words.contains(text)
    case .file, .custom: true
    }
  }

  /// Whether the type is numeric, so that `-5` is a value and not an option.
  var isNumeric: Bool {
    switch self {
    case .integer, .number: true
    case .text, .date, .choice, .file, .custom: false
    }
  }

  /// Reads decimal digits after an optional `-`.
  static func integer(_ text: String) -> Int? {
    text.utf8.first == UInt8(ascii: "+") ? nil : Int(text)
  }

  /// Reads decimal digits with an optional decimal part, after an optional `-`, without exponent.
  static func number(_ text: String) -> Double? {
    let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
    let point = UInt8(ascii: ".")
    guard digits.allSatisfy({ ByteClass.isDigit($0) || $0 == point }),
      digits.count(where: { $0 == point }) <= 1,
      digits.first.map(ByteClass.isDigit) == true, digits.last != point,
      let number = Double(text), number.isFinite
    else { return nil }
    return number
  }

  /// The type of a parameter that was declared with this type and completion.
  func completed(by kind: CompletionKind?) -> ValueType {
    kind == .file || kind == .fileReference ? .file : self
  }

  /// Parses a date, meaning its beginning in UTC, or a date with a time and a time zone.
  static func date(_ text: String) -> Date? { DateReader.day(text) ?? DateReader.moment(text) }

  /// The bounds of a number as text: ` from 1 to 5`, ` of at least 1`, ` of at most 5`.
  private static func bounds<Number: Comparable>(
    _ range: ClosedRange<Number>, least: Number, most: Number
  ) -> String {
    if range.upperBound == most { return " of at least \(text(range.lowerBound))" }
    if range.lowerBound == least { return " of at most \(text(range.upperBound))" }
    return " from \(text(range.lowerBound)) to \(text(range.upperBound))"
  }

  private static func text(_ bound: some Comparable) -> String {
    let text = "\(bound)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}

/// Parses a text as a value of a Swift type.
///
/// It is not part of a specification's data: it is not encoded, and specifications with different parsers can
/// be equal.
@usableFromInline
package struct ValueParser: Sendable, Equatable {
  let parse: @Sendable (GivenText) throws -> any Sendable

  @usableFromInline
  package init(_ parse: @escaping @Sendable (GivenText) throws -> any Sendable) {
    self.parse = parse
  }

  @usableFromInline
  package static func == (left: ValueParser, right: ValueParser) -> Bool { true }
}
