import CoreJSON

/// The smallest and the largest of a number of characters, items or properties.
struct CountBounds: Sendable {
  var least: Int?
  var most: Int?

  var isEmpty: Bool { least == nil && most == nil }
}

/// A bound of a number.
struct NumberBound: Sendable {
  /// The keyword, such as `exclusiveMinimum`.
  let keyword: String
  let isMaximum: Bool
  let isExclusive: Bool
  let number: SchemaNumber
  /// The bound for messages.
  let text: String

  func allows(_ value: SchemaNumber) -> Bool {
    if value == number { return !isExclusive }
    return isMaximum ? value < number : number < value
  }

  /// `more than the maximum 5`.
  var difference: String {
    switch (isMaximum, isExclusive) {
    case (true, false): "more than the maximum \(text)"
    case (false, false): "less than the minimum \(text)"
    case (true, true): "but must be less than \(text)"
    case (false, true): "but must be more than \(text)"
    }
  }
}

extension NumberBound {
  /// The formats of OpenAPI that only say how a value is stored or shown.
  private static let unbound: Set = ["float", "double", "password", "binary"]

  /// The bounds of a format of OpenAPI; nil if it is not one of these.
  static func bounds(ofFormat name: String) -> [NumberBound]? {
    let range: ClosedRange<Int>
    switch name {
    case "int32": range = Int(Int32.min)...Int(Int32.max)
    case "int64": range = Int.min...Int.max
    default: return unbound.contains(name) ? [] : nil
    }
    return [(range.lowerBound, false), (range.upperBound, true)].compactMap { limit, isMaximum in
      SchemaNumber(.integer(limit)).map {
        NumberBound(
          keyword: "format", isMaximum: isMaximum, isExclusive: false, number: $0, text: "\(limit)")
      }
    }
  }
}

/// The divisor of `multipleOf`.
struct NumberStep: Sendable {
  let number: SchemaNumber
  let text: String
}

/// A regular expression with its text.
struct SchemaPattern: Sendable {
  let text: String
  let pattern: Pattern
}
