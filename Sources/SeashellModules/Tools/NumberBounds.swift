import FoundationEssentials
import SeashellKit

/// The bounds of a number in a JSON Schema.
struct NumberBounds: Sendable, Equatable {
  private var least: Double?
  private var most: Double?
  private var isAboveLeast = false
  private var isBelowMost = false
  private var step: Double?

  /// Creates no bounds.
  init() {}

  /// Reads bounds; those that contradict each other are left to the module.
  init(_ schema: CellValue) {
    least = schema["minimum"]?.double
    most = schema["maximum"]?.double
    // A Boolean is the spelling of draft 4.
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

  /// The whole numbers within the bounds; nil if there is no bound, or no such number.
  var integers: ClosedRange<Int>? {
    guard least != nil || most != nil else { return nil }
    let lower = least.map { isAboveLeast ? $0.rounded(.down) + 1 : $0.rounded(.up) }
    let upper = most.map { isBelowMost ? $0.rounded(.up) - 1 : $0.rounded(.down) }
    let (first, last) = (lower.map(Self.clamped) ?? .min, upper.map(Self.clamped) ?? .max)
    return first <= last ? first...last : nil
  }

  /// The numbers within the bounds, with the bounds themselves; nil if there is no bound.
  var numbers: ClosedRange<Double>? {
    guard least != nil || most != nil else { return nil }
    return (least ?? -.greatestFiniteMagnitude)...(most ?? .greatestFiniteMagnitude)
  }

  /// Checks what the ranges do not say.
  func check(_ number: Double) throws(ParameterError) {
    if isAboveLeast, let least, number <= least {
      throw ParameterError("must be more than \(Self.text(least))")
    }
    if isBelowMost, let most, number >= most {
      throw ParameterError("must be less than \(Self.text(most))")
    }
    // What is written in decimals is nearly a multiple in binary.
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
  /// The number; nil if this is none.
  fileprivate var double: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .decimal(let number): Double(number.description)
    case .untyped(let text): JSONNumber(text)?.double
    default: nil
    }
  }
}
