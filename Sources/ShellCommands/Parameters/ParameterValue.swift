/// A type that an argument or an option can have.
///
/// `String`, `Int`, `Decimal` and `Date` conform. So can each enumeration with `String` raw values that is
/// `CaseIterable`, by declaring the conformance. For a type of your own, implement ``init(parameter:)`` and
/// ``parameterType``; the shell uses them to check words, to ask for missing values, and in `help`.
public protocol ParameterValue: ParameterContent where Item == Self {
  /// What the text must be, for help, for questions and for the default message of an error.
  static var parameterType: ValueType { get }

  /// The name of an option's value in help, such as `N`.
  static var parameterName: String { get }

  /// The kind of the completion source, unless the parameter names a different one.
  static var parameterCompletion: CompletionKind? { get }

  /// Reads a text that a user typed.
  ///
  /// - Throws: ``ParameterError`` with what is wrong. For any other error, the message says what the
  ///   parameter takes.
  init(parameter text: String) throws

  /// Reads a text of which the user may have written only a part; by default with ``init(parameter:)``.
  ///
  /// Implement it too if a mark in the text, such as `@`, must be written by the user.
  ///
  /// - Throws: as ``init(parameter:)`` does.
  init(given text: GivenText) throws

  /// The text that parses to this value, to show a default in help.
  var parameterText: String { get }
}

/// What is wrong with the text of a parameter.
public struct ParameterError: Error, ExpressibleByStringLiteral, Equatable {
  /// The message, which follows the parameter's name: `must not be blank`.
  ///
  /// It must not quote a secret. If it quotes the whole text of one, the shell replaces it.
  public let message: String

  /// What the user can do, unless the message already says it.
  public let hint: String?

  /// Creates an error.
  public init(_ message: String, hint: String? = nil) {
    self.message = message
    self.hint = hint
  }

  /// Creates an error from its message.
  public init(stringLiteral message: String) { self.init(message) }
}

/// The value of a parameter, as a command receives it: a value, an optional, or an array.
///
/// Every ``ParameterValue`` conforms, and so do `T?` and `[T]` of it.
public protocol ParameterContent: Sendable {
  /// The type of one value.
  associatedtype Item: ParameterValue

  /// How many values a user may give.
  static var parameterCount: ParameterCount { get }

  /// Returns the content of a parameter that was given these values.
  ///
  /// - Returns: the content, or nil if a value is required but there is none.
  static func content(ofParameter values: [Item]) -> Self?

  /// The values that result in this content.
  var parameterValues: [Item] { get }
}

/// How many values a parameter takes.
public enum ParameterCount: Sendable {
  /// Exactly one.
  case one
  /// One, or none.
  case optional
  /// Any number.
  case several
}

extension ParameterValue {
  /// Reads the text, whether it was written or came from data.
  @inlinable
  public init(given text: GivenText) throws { try self.init(parameter: text.text) }

  /// `VALUE`.
  @inlinable
  public static var parameterName: String { "VALUE" }

  /// No completion.
  @inlinable
  public static var parameterCompletion: CompletionKind? { nil }

  /// Exactly one.
  @inlinable
  public static var parameterCount: ParameterCount { .one }

  /// Returns the first value.
  @inlinable
  public static func content(ofParameter values: [Self]) -> Self? { values.first }

  /// The value itself.
  @inlinable
  public var parameterValues: [Self] { [self] }
}

extension Optional: ParameterContent where Wrapped: ParameterValue {
  /// One, or none.
  @inlinable
  public static var parameterCount: ParameterCount { .optional }

  /// Returns the first value, or nil.
  @inlinable
  public static func content(ofParameter values: [Wrapped]) -> Self? { .some(values.first) }

  /// The value, if any.
  @inlinable
  public var parameterValues: [Wrapped] { map { [$0] } ?? [] }
}

extension Array: ParameterContent where Element: ParameterValue {
  /// Any number.
  @inlinable
  public static var parameterCount: ParameterCount { .several }

  /// Returns the values.
  @inlinable
  public static func content(ofParameter values: [Element]) -> Self? { values }

  /// The array itself.
  @inlinable
  public var parameterValues: [Element] { self }
}

extension ValueParser {
  /// Creates the parser of a type; nil for `String`, which accepts any text.
  @inlinable
  init?<Value: ParameterValue>(of type: Value.Type) {
    if type == String.self { return nil }
    self.init { try Value(given: $0) }
  }
}
