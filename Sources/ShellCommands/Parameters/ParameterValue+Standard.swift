public import FoundationEssentials
import ShellLanguage

extension String: ParameterValue {
  /// Any text.
  public static var parameterType: ValueType { .text() }

  /// `TEXT`.
  public static var parameterName: String { "TEXT" }

  /// Takes the text as it is.
  public init(parameter text: String) { self = text }

  /// The text itself.
  public var parameterText: String { self }
}

extension GivenText: ParameterValue {
  /// Any text.
  public static var parameterType: ValueType { .text() }

  /// `TEXT`.
  public static var parameterName: String { "TEXT" }

  /// Takes the text as one that was written.
  public init(parameter text: String) { self.init(text) }

  /// Takes the text as it is.
  public init(given text: GivenText) { self = text }

  /// The whole text.
  public var parameterText: String { text }
}

extension Int: ParameterValue {
  /// A whole number.
  public static var parameterType: ValueType { .integer() }

  /// `N`.
  public static var parameterName: String { "N" }

  /// Reads decimal digits after an optional `-`.
  public init(parameter text: String) throws {
    guard let integer = ValueType.integer(text) else { throw ParameterError("is not a number") }
    self = integer
  }

  /// The decimal digits.
  public var parameterText: String { String(self) }
}

extension Decimal: ParameterValue {
  /// A number.
  public static var parameterType: ValueType { .number() }

  /// `N`.
  public static var parameterName: String { "N" }

  /// Reads decimal digits with an optional decimal part, after an optional `-`.
  public init(parameter text: String) throws {
    guard ValueType.number(text) != nil, let number = Decimal(string: text), !number.isNaN else {
      throw ParameterError("is not a number")
    }
    // A decimal keeps 38 digits, and rounds a number with more.
    let digits = text.utf8.lazy.filter(ByteClass.isDigit).drop { $0 == UInt8(ascii: "0") }
    guard digits.count(where: { _ in true }) <= 38 else {
      throw ParameterError("has more than 38 digits")
    }
    self = number
  }

  /// The decimal digits.
  public var parameterText: String { description }
}

extension Double: ParameterValue {
  /// A number.
  public static var parameterType: ValueType { .number() }

  /// `N`.
  public static var parameterName: String { "N" }

  /// Reads decimal digits with an optional decimal part, after an optional `-`.
  public init(parameter text: String) throws {
    guard ValueType.number(text) != nil, let number = Double(text), number.isFinite else {
      throw ParameterError("is not a number")
    }
    self = number
  }

  /// The decimal digits, without exponent.
  public var parameterText: String {
    let text = String(self)
    return Decimal(string: text)?.description ?? text
  }
}

extension Date: ParameterValue {
  /// A date, with or without a time.
  public static var parameterType: ValueType { .date }

  /// `DATE`.
  public static var parameterName: String { "DATE" }

  /// Reads a date in ISO 8601: `2026-11-22`, the beginning of that day in UTC, or `2026-11-22T05:40:00Z`.
  public init(parameter text: String) throws {
    guard let date = ValueType.date(text) else { throw ParameterError("is not a date") }
    self = date
  }

  /// The date and time in ISO 8601, in UTC.
  public var parameterText: String { formatted(.iso8601) }
}

extension ParameterValue where Self: RawRepresentable & CaseIterable, RawValue == String {
  /// One of the raw values.
  @inlinable
  public static var parameterType: ValueType {
    // A key path would be built at each start.
    .choice(allCases.map { $0.rawValue })
  }

  /// `WORD`.
  public static var parameterName: String { "WORD" }

  /// Reads a raw value.
  public init(parameter text: String) throws {
    guard let value = Self(rawValue: text) else { throw ParameterError("is not a choice") }
    self = value
  }

  /// The raw value.
  public var parameterText: String { rawValue }
}
