import CoreEvents
import ShellLanguage
import ShellOutput

extension CellValue {
  /// Null is not equal to, less than or greater than any value.
  @inline(__always)
  func fulfills(
    _ comparator: Expression.Comparator, _ literal: Literal, _ field: RecordField
  ) throws(ShellError) -> Bool {
    if case .untyped(let text) = self, let number = literal.number,
      let value = ExactNumber(text)
    {
      if value == number { return comparator.accepts(0) }
      switch comparator {
      case .equal, .contains: return false
      case .notEqual: return true
      case .less, .lessOrEqual, .greater, .greaterOrEqual: break
      }
      return comparator.accepts(value < number ? -1 : 1)
    }
    guard let order = try order(to: literal, comparator, field) else {
      return comparator == .notEqual
    }
    return comparator.accepts(order)
  }

  /// The order relative to a literal, below, equal to or above zero; nil for null.
  private func order(
    to literal: Literal, _ comparator: Expression.Comparator, _ field: RecordField
  ) throws(ShellError) -> Int? {
    switch self {
    case .untyped(let text): return try order(ofUntyped: text, to: literal, comparator, field)
    case .text(let text):
      if comparator.isOrder, literal.number != nil { break }
      if comparator.isOrder, literal.isBareWord { try checkIsNoDate(text, literal, field) }
      return text.compareBytes(literal.text)
    default: break
    }
    let value = ComparedValue(self)
    if value == .null { return nil }
    switch (value, literal.number, literal.date, literal.boolean) {
    case (.number(let value), let number?, _, _):
      return value < number ? -1 : number < value ? 1 : 0
    case (.date(let value), _, let date?, _): return value < date ? -1 : date < value ? 1 : 0
    case (.boolean(let value), _, _, let boolean?): return (value ? 1 : 0) - (boolean ? 1 : 0)
    default: break
    }
    throw mismatch(with: literal, comparator, field)
  }

  private func order(
    ofUntyped text: String, to literal: Literal, _ comparator: Expression.Comparator,
    _ field: RecordField
  ) throws(ShellError) -> Int? {
    if comparator.isOrder, text.isEmpty { return nil }
    if let number = literal.number {
      if let value = ExactNumber(text) { return value < number ? -1 : number < value ? 1 : 0 }
    } else if let date = literal.date {
      if let value = text.asDate { return value < date ? -1 : date < value ? 1 : 0 }
    } else {
      if comparator.isOrder, literal.isBareWord { try checkIsNoDate(text, literal, field) }
      return text.compareBytes(literal.text)
    }
    if comparator.isOrder { throw mismatch(with: literal, comparator, field) }
    return text.compareBytes(literal.text)
  }

  /// Throws if the text is a date: a word such as `today` is neither before nor after it.
  private func checkIsNoDate(
    _ text: String, _ literal: Literal, _ field: RecordField
  ) throws(ShellError) {
    guard text.asDate != nil else { return }
    throw ShellError(
      .usage, "'\(field.text)' is the date '\(text)' in a record, and \(literal.description)",
      hint: "compare it with a date, such as 2026-11-22, or quote '\(literal.text)'",
      word: field.word)
  }

  private func mismatch(
    with literal: Literal, _ comparator: Expression.Comparator, _ field: RecordField
  ) -> ShellError {
    let name = "'\(field.text)'"
    var what = "is text"
    var hint: String?
    switch (self, ValueKind(self)) {
    case (.untyped(let text), _):
      what = "is the text '\(text.prefix(60))\(text.count > 60 ? "…" : "")' in a record"
      hint = "= and ~ compare text"
    case (_, .text): hint = "= and ~ compare text"
    case (_, .list):
      return ShellError(
        .usage, "\(name) is a list, which \(comparator.rawValue) cannot compare",
        hint: "~ finds an element, and '\(field.text)[0]' is the first one", word: field.word)
    case (_, .record):
      let inner = fieldsValue?.first?.name ?? "name"
      return ShellError(
        .usage, "\(name) is a record, which \(comparator.rawValue) cannot compare",
        hint: "compare a field of it, such as '\(field.text).\(inner)'", word: field.word)
    case (_, let kind):
      what = "is \(kind?.name ?? "null")"
      hint =
        switch kind {
        case .number: "compare it with a number, such as 5 or 18.50"
        case .date: "compare it with a date, such as 2026-11-22 or 2026-11-22T05:40:00Z"
        case .boolean: "compare it with true or false"
        case .text, .list, .record, nil: nil
        }
    }
    return ShellError(
      .usage, "\(name) \(what), and \(literal.description)", hint: hint, word: field.word)
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
    case .list(let values): return values.contains(where: literal.equals)
    case .null: return false
    case .boolean, .date, .record: break
    }
    throw ShellError(
      .usage, "'\(field.text)' is \(ValueKind(self)?.name ?? "null"), and ~ searches text",
      hint: "use ~ with text, a number or a list", word: field.word)
  }
}

extension Expression.Comparator {
  /// Whether the comparison depends on order instead of equality.
  var isOrder: Bool {
    switch self {
    case .less, .lessOrEqual, .greater, .greaterOrEqual: true
    case .equal, .notEqual, .contains: false
    }
  }

  @inline(__always)
  func accepts(_ order: Int) -> Bool {
    switch self {
    case .equal: order == 0
    case .notEqual: order != 0
    case .less: order < 0
    case .lessOrEqual: order <= 0
    case .greater: order > 0
    case .greaterOrEqual: order >= 0
    case .contains: false
    }
  }
}
