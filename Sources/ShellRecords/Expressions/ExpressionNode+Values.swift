import CoreSchemas
import FoundationEssentials
import ShellLanguage
import ShellOutput

extension ExpressionNode {
  /// Whether a condition is true for a record.
  ///
  /// - Throws: a `usage` error if the value is neither true nor false, or cannot be calculated.
  func isTrue(_ row: [CellValue], _ fields: [RecordField]) throws(ShellError) -> Bool {
    switch self {
    case .comparison(let field, let comparator, let literal):
      return try fields[field].value(in: row)
        .fulfills(comparator, literal, fields[field])
    case .contains(let field, let needle, let literal):
      return try fields[field].value(in: row).contains(needle, literal, fields[field])
    case .membership(let field, let literals):
      let value = fields[field].value(in: row)
      for literal in literals where try value.fulfills(.equal, literal, fields[field]) {
        return true
      }
      return false
    case .not(let node): return try !node.isTrue(row, fields)
    case .all(let nodes):
      for node in nodes where try !node.isTrue(row, fields) { return false }
      return true
    case .any(let nodes):
      for node in nodes where try node.isTrue(row, fields) { return true }
      return false
    default: return try isTrueOtherwise(row, fields)
    }
  }

  /// Whether another condition is true than a comparison of a field with a word.
  // Apart, so that the values of these cases have no part in the frame of the usual ones.
  @inline(never)
  private func isTrueOtherwise(
    _ row: [CellValue], _ fields: [RecordField]
  ) throws(ShellError) -> Bool {
    switch self {
    case .condition(let part):
      let value = try part.node.value(row, fields)
      guard let isTrue = value.asBoolean else {
        throw part.place.error(
          "is \(value.kind), and a condition is true or false",
          hint: "compare it, such as '> 0' or 'is not empty'")
      }
      return isTrue
    case .compared(let left, let comparator, let right, let kinds):
      return try ExpressionComparison(comparator, left.place, right.place, kinds).isTrue(
        try left.node.value(row, fields), try right.node.value(row, fields),
        areTimes: left.node.isTime(fields) && right.node.isTime(fields))
    case .matches(let part, let pattern, let word):
      guard let text = try text(of: part, "matches", row, fields) else { return false }
      return try Self.matches(text, pattern, word: word)
    case .searched(let left, let search, let right, let word):
      return try isFound(left, search, right, word: word, row, fields)
    case .contained(let node, let nodes, let kinds):
      let value = try node.value(row, fields)
      var values: [Operand] = []
      for node in nodes { values.append(try node.value(row, fields)) }
      // A single list is the list of its values.
      if values.count == 1, case .list(let elements) = values[0] {
        values = elements.map { Operand($0) }
      }
      return Self.isMember(value, of: values, kinds)
    case .test(let node, let test): return try node.value(row, fields).passes(test)
    case .constant(.boolean(let value)): return value
    case .failed(let error): throw error
    default:
      return false
    }
  }

  private static func isMember(
    _ value: Operand, of values: [Operand], _ kinds: ComparedKinds
  ) -> Bool {
    var mismatch: Operand?
    for candidate in values {
      switch value.relation(to: candidate) {
      case .order(0), .equal:
        kinds.noteMeeting()
        return true
      case .order, .different: kinds.noteMeeting()
      case .otherKind, .noTime: mismatch = candidate
      case .withoutValue: break
      }
    }
    // Once a record.
    if let mismatch { kinds.note(value.relation(to: mismatch), value, mismatch) }
    return false
  }

  /// Whether it is a field that a description calls a time.
  private func isTime(_ fields: [RecordField]) -> Bool {
    if case .field(let index) = self { fields[index].isTime } else { false }
  }

  /// The value for a record.
  func value(_ row: [CellValue], _ fields: [RecordField]) throws(ShellError) -> Operand {
    switch self {
    case .constant(let value): return value
    case .failed(let error): throw error
    case .field(let index): return Operand(fields[index].value(in: row))
    case .moment(.now): return .date(Date())
    case .moment(.today): return .date(DatePattern.startOfDay(Date()))
    case .list(let nodes):
      var values: [CellValue] = []
      for node in nodes { values.append(try node.value(row, fields).cell) }
      return .list(values)
    case .negative(let part):
      return try Arithmetic.negated(try part.node.value(row, fields), at: part.place)
    case .arithmetic(let first, let steps):
      var value = try first.node.value(row, fields)
      var place = first.place
      for step in steps {
        value = try Arithmetic.apply(
          step.sign, value, try step.part.node.value(row, fields), at: (place, step.part.place),
          word: step.word)
        place = ExpressionPlace(name: "the left side", word: step.word)
      }
      return value
    case .conditional(let condition, let first, let second):
      return try condition.isTrue(row, fields)
        ? try first.value(row, fields) : try second.value(row, fields)
    case .call(let function, let parts, let word):
      var arguments: [Operand] = []
      for part in parts { arguments.append(try part.node.value(row, fields)) }
      return try FunctionCall(
        function: function, arguments: arguments, places: parts.map(\.place), word: word
      ).result()
    case .comparison, .contains, .membership, .not, .all, .any, .condition, .compared, .matches,
      .searched, .contained, .test:
      return .boolean(try isTrue(row, fields))
    }
  }

  private func isFound(
    _ left: Part, _ search: ShellLanguage.Expression.Search, _ right: Part, word: Int?,
    _ row: [CellValue],
    _ fields: [RecordField]
  ) throws(ShellError) -> Bool {
    guard let text = try text(of: left, search.rawValue, row, fields) else { return false }
    guard let other = try self.text(of: right, search.rawValue, row, fields) else { return false }
    switch search {
    case .matches: return try Self.matches(text, try Self.pattern(other, right.place), word: word)
    case .startsWith: return text.utf8.starts(with: other.utf8)
    case .endsWith: return text.utf8.reversed().starts(with: other.utf8.reversed())
    }
  }

  /// The text of a part, which can be a number; nil for null.
  private func text(
    of part: Part, _ search: String, _ row: [CellValue], _ fields: [RecordField]
  ) throws(ShellError) -> String? {
    let value = try part.node.value(row, fields)
    switch value {
    case .text(let text), .untyped(let text): return text
    case .number: return value.cell.plainText
    case .null, .missing: return nil
    case .boolean, .date, .duration, .list, .record:
      throw part.place.error("is \(value.kind), and '\(search)' searches text")
    }
  }

  static func pattern(_ text: String, _ place: ExpressionPlace) throws(ShellError) -> Pattern {
    do {
      return try Pattern(text)
    } catch {
      switch error {
      case .unavailable(let problem): throw ShellError(.failed, problem, word: place.word)
      case .malformed, .tooExpensive:
        throw ShellError(
          .usage, "'\(text.prefix(60))' is not a regular expression",
          hint: "quote it, and write \\. for a point", word: place.word)
      }
    }
  }

  private static func matches(
    _ text: String, _ pattern: Pattern, word: Int?
  ) throws(ShellError) -> Bool {
    do {
      return try pattern.matches(text)
    } catch {
      throw ShellError(
        .limit, "the regular expression takes too long", hint: "make it simpler", word: word)
    }
  }
}

extension Operand {
  fileprivate func passes(_ test: ShellLanguage.Expression.Test) -> Bool {
    switch test {
    case .empty:
      switch self {
      case .text(let text): text.isEmpty
      case .list(let values): values.isEmpty
      default: isNull
      }
    case .null: if case .missing = self { false } else { isNull }
    case .missing: if case .missing = self { true } else { false }
    case .number: asNumber != nil
    case .text: asText != nil
    case .boolean: asBoolean != nil
    case .date:
      switch self {
      case .date: true
      case .untyped: asDate != nil
      default: false
      }
    case .duration: asDuration != nil
    case .list: if case .list = self { true } else { false }
    case .record: if case .record = self { true } else { false }
    }
  }
}
