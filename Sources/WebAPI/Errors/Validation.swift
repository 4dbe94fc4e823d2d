/// Checks values before they are sent, and collects all that is wrong with them.
///
/// ```swift
/// var validation = Validation()
/// validation.check("rating", rating, in: 1...5)
/// validation.check("comment", comment, length: 1...2000)
/// try validation.verify()
/// ```
public struct Validation: Sendable, Equatable {
  /// What is wrong, in the order in which it was checked.
  public private(set) var errors: [FieldError] = []

  /// Makes a validation that has checked nothing.
  public init() {}

  /// Wants a value that is there and not empty.
  public mutating func require(_ field: String, _ text: String?) {
    if text?.isEmpty ?? true { errors.append(FieldError(field, .required)) }
  }

  /// Wants a number within bounds; a nil one is not checked.
  public mutating func check(_ field: String, _ number: Int?, in bounds: ClosedRange<Int>) {
    check(
      field, number.map(Double.init), in: Double(bounds.lowerBound)...Double(bounds.upperBound))
  }

  /// Wants a number within bounds; a nil one is not checked, and `nan` is below every bound.
  public mutating func check(_ field: String, _ number: Double?, in bounds: ClosedRange<Double>) {
    guard let number else { return }
    if number > bounds.upperBound {
      errors.append(FieldError(field, .max(bounds.upperBound)))
    } else if !(number >= bounds.lowerBound) {
      errors.append(FieldError(field, .min(bounds.lowerBound)))
    }
  }

  /// Wants a text of so many characters; a nil one is not checked.
  ///
  /// Characters are those that a reader sees (extended grapheme clusters).
  public mutating func check(_ field: String, _ text: String?, length bounds: ClosedRange<Int>) {
    guard let count = text?.count else { return }
    if count < bounds.lowerBound {
      errors.append(FieldError(field, .minLength(bounds.lowerBound)))
    } else if count > bounds.upperBound {
      errors.append(FieldError(field, .maxLength(bounds.upperBound)))
    }
  }

  /// Reads a value from text, and wants the text to be one; a nil text is not checked.
  ///
  /// - Parameter type: the type as a user would name it: `a whole number`.
  public mutating func parse<Value: LosslessStringConvertible>(
    _ field: String, _ text: String?, as type: String
  ) -> Value? {
    guard let text else { return nil }
    let value = Value(text)
    if value == nil { errors.append(FieldError(field, .type(type))) }
    return value
  }

  /// Ends the validation.
  ///
  /// - Throws: ``APIError`` `invalid` with every error, where there is any.
  public func verify() throws(APIError) {
    guard errors.isEmpty else { throw APIError(invalid: errors) }
  }
}
