/// A text that is not JSON, with the reason and the place.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Why a text is not JSON, each with the byte at which it is found in brackets.
  ///
  /// The raw value is the text for users. This list is complete.
  public enum Reason: String, Sendable, CaseIterable {
    /// A value is missing; the byte found instead.
    case expectedValue = "expected a value"
    /// A member does not begin with a name; the byte found instead.
    case expectedName = "expected a name in double quotes"
    /// The colon after a name is missing; the byte found instead.
    case expectedColon = "expected ':'"
    /// An array neither goes on nor ends after an element (the byte that is there instead).
    case expectedCommaOrBracket = "expected ',' or ']'"
    /// An object neither goes on nor ends after a member (the byte that is there instead).
    case expectedCommaOrBrace = "expected ',' or '}'"
    /// A number lacks a digit (the byte that is there instead).
    case expectedDigit = "expected a digit"
    /// Digits follow a leading zero (the first of them).
    case leadingZero = "a number begins with a zero"
    /// More follows the value (its first byte).
    case expectedEnd = "there is more than one value"
    /// A string has no closing quote (its opening quote).
    case openString = "a string is not closed"
    /// A string has a control character that is not escaped (that character).
    case controlCharacter = "a string contains a control character"
    /// A string has an escape that JSON does not know (its backslash).
    case invalidEscape = "a string has an invalid escape"
    /// A string has an escape for half of a surrogate pair (its backslash).
    case halfSurrogate = "a string has half of a surrogate pair"
    /// A string is not UTF-8 (its opening quote).
    case notUTF8 = "a string is not UTF-8"
    /// Arrays and objects are nested more than ``JSONValue/maximumDepth`` deep (the bracket).
    case tooDeep = "nested more than 128 deep"
  }

  /// The reason.
  public let reason: Reason

  /// The offset of the byte at fault.
  public let offset: Int

  /// Creates an error.
  public init(_ reason: Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }

  /// The reason and the offset: `expected a value at byte 3`.
  public var description: String { "\(reason.rawValue) at byte \(offset)" }
}
