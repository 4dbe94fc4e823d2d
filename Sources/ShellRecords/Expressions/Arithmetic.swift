import FoundationEssentials
import ShellLanguage
import ShellOutput

/// Calculates with numbers, dates and durations.
enum Arithmetic {
  /// - Parameters:
  ///   - places: the left and the right side, for errors.
  ///   - word: the index of the operator's word.
  static func apply(
    _ sign: ShellLanguage.Expression.Operator, _ left: Operand, _ right: Operand,
    at places: (ExpressionPlace, ExpressionPlace), word: Int?
  ) throws(ShellError) -> Operand {
    if let one = left.asNumber, let other = right.asNumber {
      return .number(try numbers(sign, one, other, word: word))
    }
    if let result = try times(sign, left, right, word: word) { return result }
    for (operand, place) in [(left, places.0), (right, places.1)] {
      try check(operand, sign, place)
    }
    throw ShellError(
      .usage, "\(left.kind) \(sign.rawValue) \(right.kind) has no meaning",
      hint: "numbers have + - * / %, dates + and - with durations", word: word)
  }

  private static func numbers(
    _ sign: ShellLanguage.Expression.Operator, _ one: ExactNumber, _ other: ExactNumber,
    word: Int?
  ) throws(ShellError) -> ExactNumber {
    if other.mantissa == 0, sign == .divided || sign == .remainder {
      throw ShellError(.usage, "a number cannot be divided by zero", word: word)
    }
    let result =
      switch sign {
      case .plus: one + other
      case .minus: one - other
      case .times: one * other
      case .divided: one.divided(by: other)
      case .remainder: one.remainder(dividingBy: other)
      }
    guard let result else {
      throw ShellError(
        .limit, "the result of '\(sign.rawValue)' has more than \(ExactNumber.mostDigits) digits",
        hint: "round the numbers first", word: word)
    }
    return result
  }

  /// Calculates with dates and durations; nil if the sides are others.
  private static func times(
    _ sign: ShellLanguage.Expression.Operator, _ left: Operand, _ right: Operand, word: Int?
  ) throws(ShellError) -> Operand? {
    if sign == .minus, let one = left.asDate, let other = right.asDate {
      return .duration(try numbers(sign, one.milliseconds, other.milliseconds, word: word))
    }
    if let date = left.asDate, let duration = right.asDuration, sign == .plus || sign == .minus {
      return .date(try moved(date, sign, duration, word: word))
    }
    if sign == .plus, let duration = left.asDuration, let date = right.asDate {
      return .date(try moved(date, sign, duration, word: word))
    }
    if let one = left.asDuration {
      if let other = right.asDuration {
        switch sign {
        case .plus, .minus, .remainder: return .duration(try numbers(sign, one, other, word: word))
        case .divided: return .number(try numbers(sign, one, other, word: word))
        case .times: return nil
        }
      }
      guard let factor = right.asNumber, sign == .times || sign == .divided else { return nil }
      return .duration(try numbers(sign, one, factor, word: word))
    }
    guard sign == .times, let factor = left.asNumber, let duration = right.asDuration else {
      return nil
    }
    return .duration(try numbers(sign, factor, duration, word: word))
  }

  private static func moved(
    _ date: Date, _ sign: ShellLanguage.Expression.Operator, _ duration: ExactNumber, word: Int?
  ) throws(ShellError) -> Date {
    let result = try numbers(sign, date.milliseconds, duration, word: word)
    guard let moved = Date(milliseconds: result) else {
      throw ShellError(.limit, "the date is beyond the calendar", word: word)
    }
    return moved
  }

  /// Throws if a side is neither a number, a date nor a duration.
  private static func check(
    _ operand: Operand, _ sign: ShellLanguage.Expression.Operator, _ place: ExpressionPlace
  ) throws(ShellError) {
    guard operand.asNumber == nil, operand.asDate == nil, operand.asDuration == nil else { return }
    let isText = operand.asText != nil
    throw place.error(
      "is \(operand.kind), and '\(sign.rawValue)' calculates with numbers",
      hint: isText && sign == .plus
        ? "join texts in quotes: \"$a$b\""
        : operand.isNull ? "check it first: if … is empty then … else …" : nil)
  }

  static func negated(
    _ operand: Operand, at place: ExpressionPlace
  ) throws(ShellError) -> Operand {
    if let number = operand.asNumber { return .number(-number) }
    if let duration = operand.asDuration { return .duration(-duration) }
    throw place.error("is \(operand.kind), and '-' calculates with numbers")
  }
}
