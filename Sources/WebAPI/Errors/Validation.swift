/// Checks values before they are sent, and collects the errors.
///
/// ```swift
/// var validation = Validation()
/// validation.check("rating", rating, in: 1...5)
/// validation.check("comment", comment, length: 1...2000)
/// try validation.verify()
/// ```
public struct Validation: Sendable, Equatable {
  /// The errors, in the order of the checks.
  public private(set) var errors: [FieldError] = []

  /// Creates a validation without errors.
  public init() {}

  /// Requires a value that is not empty.
  public mutating func require(_ field: String, _ text: String?) {
    if text?.isEmpty ?? true { errors.append(FieldError(field, .required)) }
  }

  /// Requires a number within bounds.
  ///
  /// nil is not checked.
  public mutating func check(_ field: String, _ number: Int?, in bounds: ClosedRange<Int>) {
    check(
      field, number.map(Double.init), in: Double(bounds.lowerBound)...Double(bounds.upperBound))
  }

  /// Requires a number within bounds.
  ///
  /// nil is not checked; `nan` is below every bound.
  public mutating func check(_ field: String, _ number: Double?, in bounds: ClosedRange<Double>) {
    guard let number else { return }
    if number > bounds.upperBound {
      errors.append(FieldError(field, .max(bounds.upperBound)))
    } else if !(number >= bounds.lowerBound) {
      errors.append(FieldError(field, .min(bounds.lowerBound)))
    }
  }

  /// Requires a text whose length is within bounds.
  ///
  /// nil is not checked. The length is the number of extended grapheme clusters, the characters that
  /// a reader counts.
  public mutating func check(_ field: String, _ text: String?, length bounds: ClosedRange<Int>) {
    guard let count = text?.count else { return }
    if count < bounds.lowerBound {
      errors.append(FieldError(field, .minLength(bounds.lowerBound)))
    } else if count > bounds.upperBound {
      errors.append(FieldError(field, .maxLength(bounds.upperBound)))
    }
  }

  /// Parses a value, and adds an error if the text is not valid.
  ///
  /// nil is not checked.
  ///
  /// - Parameter type: the type in a user's words: `a whole number`.
  public mutating func parse<Value: LosslessStringConvertible>(
    _ field: String, _ text: String?, as type: String
  ) -> Value? {
    guard let text else { return nil }
    let value = Value(text)
    if value == nil { errors.append(FieldError(field, .type(type))) }
    return value
  }

  /// Throws if a check has failed.
  ///
  /// - Throws: ``APIError`` `invalid` with all errors.
  public func verify() throws(APIError) {
    guard errors.isEmpty else { throw APIError(invalid: errors) }
  }
}
