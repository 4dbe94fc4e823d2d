import FoundationEssentials
import SeashellKit

struct NumberBounds: Sendable, Equatable {
  private var least: Double?
  private var most: Double?
  private var isAboveLeast = false
  private var isBelowMost = false
  private var step: Double?

  init() {}

  /// Contradictory bounds are ignored, and the module checks the value.
  init(_ schema: CellValue) {
    least = schema["minimum"]?.double
    most = schema["maximum"]?.double
    // In draft 4, this keyword is a Boolean.
    isAboveLeast = schema["exclusiveMinimum"]?.booleanValue ?? false
    isBelowMost = schema["exclusiveMaximum"]?.booleanValue ?? false
    if let bound = schema["exclusiveMinimum"]?.double, bound >= least ?? bound {
      (least, isAboveLeast) = (bound, true)
    }
    if let bound = schema["exclusiveMaximum"]?.double, bound <= most ?? bound {
      (most, isBelowMost) = (bound, true)
    }
    if let least, let most, least > most { (self.least, self.most) = (nil, nil) }
    if let step = schema["multipleOf"]?.double, step > 0 { self.step = step }
  }

  /// The integers within the bounds; nil if there is no bound, or no such integer.
  var integers: ClosedRange<Int>? {
    guard least != nil || most != nil else { return nil }
    let lower = least.map { isAboveLeast ? $0.rounded(.down) + 1 : $0.rounded(.up) }
    let upper = most.map { isBelowMost ? $0.rounded(.up) - 1 : $0.rounded(.down) }
    let (first, last) = (lower.map(Self.clamped) ?? .min, upper.map(Self.clamped) ?? .max)
    return first <= last ? first...last : nil
  }

  /// The numbers within the bounds, which are included; nil if there is no bound.
  var numbers: ClosedRange<Double>? {
    guard least != nil || most != nil else { return nil }
    return (least ?? -.greatestFiniteMagnitude)...(most ?? .greatestFiniteMagnitude)
  }

  /// Checks exclusive bounds and the step, which the ranges do not cover.
  func check(_ number: Double) throws(ParameterError) {
    if isAboveLeast, let least, number <= least {
      throw ParameterError("must be more than \(Self.text(least))")
    }
    if isBelowMost, let most, number >= most {
      throw ParameterError("must be less than \(Self.text(most))")
    }
    // A decimal multiple may be slightly off in binary.
    if let step {
      let quotient = number / step
      if abs(quotient - quotient.rounded()) > max(abs(quotient), 1) * 1e-9 {
        throw ParameterError("must be a multiple of \(Self.text(step))")
      }
    }
  }

  private static func clamped(_ number: Double) -> Int {
    Int(exactly: number) ?? (number < 0 ? .min : .max)
  }

  private static func text(_ number: Double) -> String { number.parameterText }
}

extension CellValue {
  fileprivate var double: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .decimal(let number): Double(number.description)
    case .untyped(let text): JSONNumber(text)?.double
    default: nil
    }
  }
}
