import CoreEvents
import ShellLanguage
import ShellOutput

extension CellValue {
  /// Whether the comparison with a literal is true, as `Comparator.isTrue` decides.
  @inline(__always)
  func fulfills(
    _ comparator: Expression.Comparator, _ literal: Literal, _ field: RecordField
  ) throws(ShellError) -> Bool {
    // The usual comparisons need not know how else values can be compared.
    switch self {
    case .untyped(let text):
      if let number = literal.number {
        if let value = ExactNumber(text) { return comparator.accepts(value, number) }
      } else if literal.isText, !comparator.isOrder {
        return comparator.accepts(text.compareBytes(literal.text))
      }
    case .text(let text):
      if literal.isText, !comparator.isOrder {
        literal.kinds.noteMeeting()
        return comparator.accepts(text.compareBytes(literal.text))
      }
    case .integer(let value):
      if let number = literal.number {
        literal.kinds.noteMeeting()
        return comparator.accepts(ExactNumber(value), number)
      }
    case .decimal(let value):
      if let number = literal.number, let value = ExactNumber(value) {
        literal.kinds.noteMeeting()
        return comparator.accepts(value, number)
      }
    case .boolean, .date, .list, .record, .null, .missing: break
    }
    return try fulfillsOtherwise(comparator, literal, field)
  }

  @inline(never)
  private func fulfillsOtherwise(
    _ comparator: Expression.Comparator, _ literal: Literal, _ field: RecordField
  ) throws(ShellError) -> Bool {
    let value = Operand(self)
    if comparator.isOrder, literal.isBareWord, let text = value.asText {
      try Self.checkIsNoDate(text, literal, field)
    }
    if let isTrue = comparator.isTrue(value, literal.value, noting: literal.kinds) { return isTrue }
    throw mismatch(with: literal, comparator, field)
  }

  /// Throws if the text is a date: a word such as `today` is neither before nor after it.
  private static func checkIsNoDate(
    _ text: String, _ literal: Literal, _ field: RecordField
  ) throws(ShellError) {
    guard text.asDate != nil else { return }
    throw ShellError(
      .usage, "'\(field.text)' is the date '\(text)' in a record, and \(literal.description)",
      hint: "compare it with a date, such as 2026-11-22, or quote '\(literal.text)'",
      word: field.word
    ).ofData
  }

  private func mismatch(
    with literal: Literal, _ comparator: Expression.Comparator, _ field: RecordField
  ) -> ShellError {
    let name = "'\(field.text)'"
    let value = Operand(self)
    let word = Expression.Value(literal.text, isQuoted: literal.isText && !literal.isBareWord)
    var hint = value.comparisonHint(name, word, isOrder: true)
    let what: String
    switch value {
    case .list, .record:
      return ShellError(
        .usage, "\(name) is \(value.kind), which \(comparator.rawValue) cannot compare",
        hint: hint, word: field.word
      ).ofData
    case .untyped: what = "is \(value.kind) in a record"
    case .text(let text) where literal.value.asDate != nil && !literal.isText:
      what = "is \(Operand.untyped(text).kind) in a record"
      hint = Operand.timeHint(name)
    default: what = "is \(value.kind)"
    }
    return ShellError(
      .usage, "\(name) \(what), and \(literal.description)", hint: hint, word: field.word
    ).ofData
  }

  /// Whether a text contains the needle, ignoring case; a number contains it, as written; or a list has an
  /// element equal to the literal.
  ///
  /// - Throws: a `usage` error for any other value.
  func contains(
    _ needle: TextNeedle, _ literal: Literal, _ field: RecordField
  ) throws(ShellError) -> Bool {
    switch self {
    case .text(let text), .untyped(let text): return needle.isFound(in: text)
    case .integer, .decimal: return needle.isFound(in: plainText)
    case .list(let values): return values.contains { Operand($0).equals(literal.value) }
    case .null, .missing: return false
    case .boolean, .date, .record: break
    }
    throw ShellError(
      .usage, "'\(field.text)' is \(Operand(self).kind), and ~ searches text",
      hint: "use ~ with text, a number or a list", word: field.word
    ).ofData
  }
}

extension Expression.Comparator {
  @inline(__always)
  fileprivate func accepts(_ value: ExactNumber, _ number: ExactNumber) -> Bool {
    if value == number { return accepts(0) }
    switch self {
    case .equal, .contains: return false
    case .notEqual: return true
    case .less, .lessOrEqual, .greater, .greaterOrEqual: break
    }
    return accepts(value < number ? -1 : 1)
  }
}
