public import FoundationEssentials

/// A type whose values can have bounds: `in: 1...5`.
public protocol RangedParameterValue: ParameterValue, Comparable {
  /// The type of a text whose value lies within bounds.
  static func parameterType(in range: ClosedRange<Self>) -> ValueType
}

extension Int: RangedParameterValue {
  /// A whole number within bounds.
  public static func parameterType(in range: ClosedRange<Int>) -> ValueType { .integer(range) }
}

extension Decimal: RangedParameterValue {
  /// A number within bounds.
  public static func parameterType(in range: ClosedRange<Decimal>) -> ValueType {
    .number(range.lowerBound.double...range.upperBound.double)
  }
}

extension Double: RangedParameterValue {
  /// A number within bounds.
  public static func parameterType(in range: ClosedRange<Double>) -> ValueType {
    .number(range)
  }
}

extension Decimal {
  fileprivate var double: Double { Double(description) ?? .nan }
}

extension ValueParser {
  /// Creates the parser of values within bounds, which a ``ValueType`` may express only approximately or not
  /// at all.
  @inlinable
  init<Value: RangedParameterValue>(within range: ClosedRange<Value>) {
    self.init { text in
      let value = try Value(given: text)
      guard range.contains(value) else { throw OutOfBounds() }
      return value
    }
  }
}

/// The error for a value outside its parameter's bounds; the message says what the parameter takes.
@usableFromInline struct OutOfBounds: Error {
  @usableFromInline init() {}
}
