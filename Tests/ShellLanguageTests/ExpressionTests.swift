@testable import ShellLanguage
import Testing

/// Expressions of `where` stages, printed with all their parentheses.
@Suite struct ExpressionTests {
  @Test(
    "Comparisons, connectives and parentheses make an expression",
    arguments: [
      ("a = b", "a = b"), ("a=b", "a = b"), ("a == b", "a = b"), ("a != 'b c'", "a != 'b c'"),
      ("a < 1", "a < 1"), ("a <= 1", "a <= 1"), ("a > -1", "a > -1"), ("a >= 1", "a >= 1"),
      ("a ~ b", "a ~ b"), ("'a b' = c", "a b = c"), ("a.b[0] = c", "a.b[0] = c"),
      ("a in (b)", "a in (b)"), ("a in(b,'c d', e)", "a in (b, 'c d', e)"),
      ("a not in (b, c)", "not a in (b, c)"), ("a is empty", "a is empty"),
      ("a is not empty", "not a is empty"),
      ("a = 1 and b = 2", "(a = 1 and b = 2)"), ("a = 1 or b = 2", "(a = 1 or b = 2)"),
      ("a=1 or b=2 and c=3 or d=4", "(a = 1 or (b = 2 and c = 3) or d = 4)"),
      ("a=1 and b=2 and c=3", "(a = 1 and b = 2 and c = 3)"),
      ("(a=1 or b=2) and c=3", "((a = 1 or b = 2) and c = 3)"),
      ("not a=1 and b=2", "(not a = 1 and b = 2)"), ("not(a=1 and b=2)", "not (a = 1 and b = 2)"),
      ("not not a=1", "a = 1"), ("not not not a=1", "not a = 1"), ("((a=1))", "a = 1"),
      ("a = and and b = or", "(a = and and b = or)"), ("a = not", "a = not"),
      ("a in (and, or, in)", "a in (and, or, in)"), ("in in (in)", "in in (in)"),
      ("is is empty", "is is empty"), ("empty = empty", "empty = empty"),
      ("'and' = 1", "and = 1"), ("\\not = 1", "not = 1"), ("a = '('", "a = '('"),
      ("a = ''", "a = ''"), ("a = \\<", "a = '<'"), ("20 < price", "20 < price"),
      ("a in ()", "a in ()"), ("a in (b,)", "a in (b)"), ("a in b", "a in b"),
      ("a in $l", "a in $l"), ("'a' in $l[*].id", "a in $l[*].id"),
      ("price", "price"), ("a and b = 1", "(a and b = 1)"), ("not a", "not a"),
      ("a < (b)", "a < b"), ("a = $b", "a = $b"), ("$a = b", "field($a) = b"),
      ("$a + 1 = b", "($a + 1) = b"), ("a = \"x$b\"", "a = \"x{$b}\""),
      ("a = x-$b", "a = \"x-{$b}\""), ("a = now", "a = now!"), ("now = a", "now = a"),
      ("now - a > 5min", "(now! - a) > 5min"), ("a = null", "a = null"),
      ("a + b * c - d = 1", "(a + (b * c) - d) = 1"), ("a = b - c", "a = (b - c)"),
      ("(a + b) * 2 > c % 3", "((a + b) * 2) > (c % 3)"), ("- a = 1", "-(a) = 1"),
      ("- - a + 1 = 1", "(a + 1) = 1"), ("-a + 1 = 1", "(-(a) + 1) = 1"), ("-a = 1", "-a = 1"),
      ("a = -5", "a = -5"), ("a = -(b)", "a = -(b)"), ("a + -$b = 1", "(a + -($b)) = 1"),
      ("length(a) > 3", "length(a) > 3"), ("a = length(b)", "a = length(b)"),
      ("replace(a, 'x', 'y') = z", "replace(a, 'x', 'y') = z"), ("uuid() = a", "uuid() = a"),
      ("length = 3", "length = 3"), ("field('a.b [c]') = 1", "a.b [c] = 1"),
      ("field($f) + 1 = 2", "(field($f) + 1) = 2"),
      ("a matches '^b.*'", "a matches '^b.*'"), ("a not matches b", "not a matches b"),
      ("a starts-with b and c ends-with d", "(a starts-with b and c ends-with d)"),
      ("a is null", "a is null"), ("a is not number", "not a is number"),
      ("if a then b else c", "if a then b else c"), ("if = 1", "if = 1"),
      ("if is empty", "if is empty"),
      ("1 + if a = x then 2 else 3 > 4", "(1 + if a = x then 2 else 3 > 4)"),
      ("a.b[0]['odd name'][*].c = 1", "a.b[0]['odd name'][*].c = 1"),
      ("headers.content-type = x", "headers.content-type = x"),
      ("$r.content-type + 1 = $r['x y']", "($r.content-type + 1) = $r['x y']"),
      ("a in (1, b, $c, (d), e + 1)", "a in (1, b, $c, d, (e + 1))"), ("(1, 2) = a", "(1, 2) = a"),
    ])
  func expression(text: String, expected: String) throws {
    #expect(Self.describe(try Expression(try Self.words(text))) == expected)
  }

  @Test(
    "An expression error names the word at fault",
    arguments: [
      ("", .noCondition, nil),
      ("'price < 20'", .missingComparison("price < 20"), 0),
      ("a less 1", .unknownComparison("less"), 1), ("a '=' 1", .unknownComparison("="), 1),
      ("a not b", .unknownComparison("not"), 1),
      ("a ! b", .unknownComparison("!"), 1), ("a )", .unopenedParenthesis, 1),
      ("a =", .missingValue("="), 1), ("a = = b", .symbolAsValue("="), 2),
      ("a = and b = 2", .unexpected("b"), 3), ("a = )", .symbolAsValue(")"), 2),
      ("(a =)", .symbolAsValue(")"), 3),
      ("< 20", .missingField("<"), 0), ("a = 1 and = 2", .missingField("="), 4),
      ("and a = 1", .nothingBefore("and"), 0), ("a=1 and or b=2", .nothingBefore("or"), 4),
      ("()", .nothingBefore(")"), 1), ("a=1 and", .nothingAfter("and"), 3),
      ("not", .nothingAfter("not"), 0), ("(", .nothingAfter("("), 0), ("'' = 1", .emptyField, 0),
      ("a < b < c", .secondComparison("<"), 3), ("a < 20 > f", .secondComparison(">"), 3),
      ("url = http://x?a=b", .secondComparison("="), 3),
      ("name = two words", .unexpected("words"), 3), ("a = 1,000", .unexpected(","), 3),
      ("a = 1 AND b = 2", .unexpected("AND"), 3), ("(a = 1 b)", .unexpected("b"), 4),
      ("a = 1)", .unopenedParenthesis, 3), ("(a = 1))", .unopenedParenthesis, 5),
      ("a in", .missingList, 1), ("a in (,)", .symbolAsValue(","), 3),
      ("a in (b c)", .unfinishedList("b"), 3),
      ("a + = 1", .missingField("="), 2), ("a +", .missingValue("+"), 1),
      ("* 2 = a", .missingField("*"), 0),
      ("length() = 1", .wrongArguments(.length), 0),
      ("round(1, 2, 3) = 1", .wrongArguments(.round), 0),
      ("field(a) = 1", .fieldName, 0), ("if a then b", .unfinishedIf(missing: "else"), 0),
      ("if a", .unfinishedIf(missing: "then"), 0), ("if a then b c", .unknownComparison("c"), 4),
      ("$a$b + 1 = 2", .joinedText, 0), ("$a+1 * 2 = 2", .attachedOperator("+"), 0),
      ("a is", .missingEmpty, 1), ("a is 5", .missingEmpty, 1), ("a is not 5", .missingEmpty, 1),
    ] as [(String, ExpressionError.Kind, Int?)])
  func refusal(text: String, kind: ExpressionError.Kind, word: Int?) throws {
    let words = try Self.words(text)
    let error = #expect(throws: ExpressionError.self) { _ = try Expression(words) }
    #expect(error == ExpressionError(kind, at: word))
  }

  @Test(
    "An expression error says what to write",
    arguments: [
      (.noCondition, "there is no condition; write one, such as 'price < 20'"),
      (
        .missingField("<"),
        "there is no field before '<'; write a field first, such as 'price < 20'"
      ),
      (
        .missingComparison("a"),
        "there is no comparison after 'a'; "
          + "use = != < <= > >= ~ (contains), + - * / %, 'in (a, b)' or 'is empty'"
      ),
      (
        .missingComparison("price < 20"),
        "there is no comparison after 'price < 20'; "
          + "write the condition without quotes around all of it"
      ),
      (.missingValue("<"), "there is no value after '<'"),
      (
        .nothingBefore("and"),
        "there is no condition before 'and'; quote 'and' if it is a field's name"
      ),
      (.nothingBefore(")"), "there is no condition before ')'"),
      (
        .secondComparison("<"),
        "'<' comes after a whole comparison; "
          + "join comparisons with 'and', or quote a value that contains '<'"
      ),
      (
        .secondComparison(">"),
        "'>' comes after a whole comparison; "
          + "join comparisons with 'and', or write to a file with '| to csv > FILE'"
      ),
      (
        .unexpected("b"),
        "'b' comes after a whole condition; "
          + "join conditions with 'and' or 'or', or quote a value of several words"
      ),
      (.unexpected(","), "',' comes after a whole condition; quote a value that contains ','"),
      (.unclosedParenthesis, "the '(' that begins here is never closed"),
      (.missingList, "'in' needs values after it; write 'in (a, b)'"),
      (.tooDeep, "parentheses and calls can be at most 100 deep"),
      (
        .bareName("n"),
        "'n' is neither a number nor quoted text; write $n for a variable, or 'n' for text"
      ),
      (.attachedOperator("+"), "there are no blanks around '+'; put blanks around '+'"),
    ] as [(ExpressionError.Kind, String)])
  func message(kind: ExpressionError.Kind, text: String) {
    let error = ExpressionError(kind)
    #expect(error.message + (error.hint.map { "; " + $0 } ?? "") == text)
  }

  @Test func `A word from a variable is a value and never a symbol`() throws {
    let word = try #require(try Self.words("$a").first)
    let words = [Word("a"), Word(bare: "="), word.replaced(by: "=")]
    #expect(Self.describe(try Expression(words)) == "a = '='")
    #expect(throws: ExpressionError(.unknownComparison("="), at: 1)) {
      _ = try Expression([Word("a"), word.replaced(by: "="), Word("b")])
    }
  }

  @Test(
    "Where there are no fields, names are an error",
    arguments: [
      ("price + 1", .bareName("price"), 0), ("$n+1", .attachedOperator("+"), 0),
      ("$n-1", .attachedOperator("-"), 0), ("2*3", .attachedOperator("*"), 0),
      ("field('a')", .noFields, 0), ("'a' 'b'", .unknownComparison("b"), 1),
    ] as [(String, ExpressionError.Kind, Int?)])
  func withoutFields(text: String, kind: ExpressionError.Kind, word: Int?) throws {
    let words = try Self.words(text)
    #expect(throws: ExpressionError(kind, at: word)) { _ = try Expression(words, names: .none) }
  }

  @Test(
    "Where there are no fields, the left side is a value",
    arguments: [
      ("$a < 5", "$a < 5"), ("'a' = b", "'a' = b"), ("5 < $n", "5 < $n"), ("-$n", "-($n)"),
      ("2026-11-22", "2026-11-22"), ("1e+3", "1e+3"), ("5min * 2", "(5min * 2)"), ("true", "true"),
    ])
  func valuesWithoutFields(text: String, expected: String) throws {
    #expect(Self.describe(try Expression(try Self.words(text), names: .none)) == expected)
  }

  @Test func `The nesting of parentheses is limited`() throws {
    func words(depth: Int) throws -> [Word] {
      let open = String(repeating: "(", count: depth)
      return try Self.words("\(open)a=1\(String(repeating: ")", count: depth))")
    }
    #expect(Self.describe(try Expression(try words(depth: 100))) == "a = 1")
    let tooDeep = try words(depth: 101)
    #expect(throws: ExpressionError(.tooDeep, at: 100)) { _ = try Expression(tooDeep) }
  }

  @Test(arguments: ["a=1 and ", "a=1 or ", "not "])
  func `A hundred thousand words are parsed quickly and without recursion`(piece: String) throws {
    let words = try Self.words(String(repeating: piece, count: 100_000) + "b=2")
    switch try Expression(words) {
    case .and(let conditions), .or(let conditions): #expect(conditions.count == 100_001)
    case let expression: #expect(Self.describe(expression) == "b = 2")
    }
  }

  private static let tests = Expression.Test.allCases.map(\.rawValue)

  @Test(
    "The words before the cursor decide what can come next",
    arguments: [
      ("", .field), ("not", .field), ("(", .field), ("a=1 and", .field), ("a=1 or (not", .field),
      ("a +", .field), ("a = (", .field), ("length(", .field), ("if", .comparison),
      ("if a then", .field), ("a", .comparison), ("(a.b", .comparison), ("a + b", .comparison),
      ("a <", .value), ("a=1 and b ~", .value), ("a matches", .value), ("a in (", .value),
      ("a in (b,", .value),
      ("a = 1", .connective), ("(a = 1", .connective), ("(a = 1)", .connective),
      ("(a + 1)", .comparison),
      ("a in (b)", .connective), ("a is empty", .connective), ("a = 1 and not b = 2", .connective),
      ("a in", .keyword(["("])),
      ("a not", .keyword(["in", "matches", "starts-with", "ends-with"])),
      ("a not in", .keyword(["("])), ("a in (b", .keyword([",", ")"])),
      ("a is", .keyword(Self.tests + ["not"])), ("a is not", .keyword(Self.tests)),
      ("if a = 1", .keyword(["then"])), ("if a then b", .keyword(["else"])),
      ("a = 1 2", nil), ("a b", nil), ("< 1", nil), ("a = = 1", nil), ("a not b", nil),
      ("\"x$f\" =", .value), ("x$f", .comparison),
    ] as [(String, ExpressionCursor?)])
  func cursor(text: String, expected: ExpressionCursor?) throws {
    #expect(ExpressionCursor(after: try Self.words(text)) == expected)
  }

  /// The words of a `where` stage.
  private static func words(_ text: String) throws -> [Word] {
    var tokenizer = Tokenizer()
    tokenizer.isInExpression = true
    var words: [Word] = []
    try Array(text.utf8).withUnsafeBufferPointer { line in
      while case .word(let word) = try tokenizer.next(in: line) { words.append(word) }
    }
    return words
  }

  private static func describe(_ expression: Expression) -> String {
    func joined(_ parts: [Expression], _ separator: String) -> String {
      "(\(parts.map(describe).joined(separator: separator)))"
    }
    return switch expression {
    case .word(let value, _): value.isQuoted ? "'\(value.text)'" : value.text
    case .text(let parts, _): "\"\(parts.map(describe).joined())\""
    case .variable(let variable, _): variable.source
    case .field(let path, _): path.text
    case .namedField(let variable, _): "field(\(variable.source))"
    case .moment(let moment): "\(moment.rawValue)!"
    case .list(let parts): joined(parts, ", ")
    case .negative(let part, _): "-(\(describe(part)))"
    case .arithmetic(let first, let operations):
      "(\(describe(first))\(operations.map { " \($0.sign.rawValue) \(describe($0.operand))" }.joined()))"
    case .comparison(let left, let comparator, let right, _):
      "\(describe(left)) \(comparator.rawValue) \(describe(right))"
    case .search(let left, let search, let right, _):
      "\(describe(left)) \(search.rawValue) \(describe(right))"
    case .membership(let left, let right, _): "\(describe(left)) in \(describe(right))"
    case .test(let part, let test, _): "\(describe(part)) is \(test.rawValue)"
    case .not(let condition): "not \(describe(condition))"
    case .and(let parts): joined(parts, " and ")
    case .or(let parts): joined(parts, " or ")
    case .conditional(let condition, let first, let second):
      "if \(describe(condition)) then \(describe(first)) else \(describe(second))"
    case .call(let function, let arguments, _): function.rawValue + joined(arguments, ", ")
    }
  }

  private static func describe(_ part: Expression.TextPart) -> String {
    switch part {
    case .literal(let text): text
    case .variable(let variable): "{\(variable.source)}"
    }
  }
}

@Suite struct FieldPathTests {
  @Test(
    "A field path is a name and steps",
    arguments: [
      ("price", "price", []), ("author.name", "author", [.field("name")]),
      ("tags[0]", "tags", [.index(0)]), ("tags[-1].id", "tags", [.index(-1), .field("id")]),
      ("a[1][2].b-c.é", "a", [.index(1), .index(2), .field("b-c"), .field("é")]),
      ("Unit price.x", "Unit price", [.field("x")]),
      ("No.", "No.", []), (".a", ".a", []), ("a..b", "a..b", []), ("[0]", "[0]", []),
      ("Price [EUR]", "Price [EUR]", []), ("a[", "a[", []), ("a[1", "a[1", []),
      ("a[]", "a[]", []), ("a[1]b", "a[1]b", []), ("a[1-2]", "a[1-2]", []), ("a[-]", "a[-]", []),
      ("a[99999999999999999999]", "a[99999999999999999999]", []), ("a]", "a]", []),
      ("a[*].b", "a", [.all, .field("b")]),
      ("a['b.c [d]'][1]", "a", [.field("b.c [d]"), .index(1)]),
      ("a['b", "a['b", []), ("a['b'", "a['b'", []), ("a[*", "a[*", []),
    ] as [(String, String, [FieldPath.Step])])
  func path(text: String, name: String, steps: [FieldPath.Step]) throws {
    let path = try FieldPath(text)
    #expect(path.text == text)
    #expect(path.name == name)
    #expect(path.steps == steps)
  }

  @Test func `An empty field name is an error`() {
    #expect(throws: ExpressionError(.emptyField)) { _ = try FieldPath("") }
  }

  @Test func `The path after a variable has steps too`() {
    #expect(FieldPath.steps(".a[0]") == [.field("a"), .index(0)])
    #expect(FieldPath.steps("[-1].a") == [.index(-1), .field("a")])
    #expect(FieldPath.steps("") == [])
    #expect(FieldPath.steps("a") == nil)
  }
}

/// A field for use in tables of cases.
private func field(_ text: String) -> FieldPath {
  guard let path = try? FieldPath(text) else { preconditionFailure("'\(text)' is no path") }
  return path
}

extension Word {
  /// A word without quotes.
  fileprivate init(bare text: String) {
    self.init(content: .literal(text), start: 0, end: 0, isQuoted: false)
  }
}
