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
    ])
  func expression(text: String, expected: String) throws {
    #expect(Self.describe(try Expression(try Self.words(text))) == expected)
  }

  @Test(
    "An expression error names the word at fault",
    arguments: [
      ("", .noCondition, nil),
      ("price", .missingComparison("price"), 0), ("a = 1 and b", .missingComparison("b"), 4),
      ("'price < 20'", .missingComparison("price < 20"), 0),
      ("a less 1", .unknownComparison("less"), 1), ("a '=' 1", .unknownComparison("="), 1),
      ("a not b", .unknownComparison("not"), 1), ("a and b = 1", .unknownComparison("and"), 1),
      ("a ! b", .unknownComparison("!"), 1), ("a )", .unknownComparison(")"), 1),
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
      ("(a = 1", .unclosedParenthesis, 0), ("a=1 and (b=2 or (c=3)", .unclosedParenthesis, 4),
      ("a = 1)", .unopenedParenthesis, 3), ("(a = 1))", .unopenedParenthesis, 5),
      ("a in", .missingList, 1), ("a in b", .missingList, 1), ("a in (", .missingValue("("), 2),
      ("a in ()", .symbolAsValue(")"), 3), ("a in (b,)", .symbolAsValue(")"), 5),
      ("a in (b c)", .unfinishedList("b"), 3), ("a in (b", .unclosedParenthesis, 2),
      ("a in (b, c", .unclosedParenthesis, 2),
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
          + "use = != < <= > >= ~ (contains), 'in (a, b)' or 'is empty'"
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
      (.missingList, "'in' needs values in parentheses; write 'in (a, b)'"),
      (.tooDeep, "parentheses can be at most 100 deep"),
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

  @Test func `The nesting of parentheses is limited`() throws {
    func words(depth: Int) throws -> [Word] {
      let open = String(repeating: "(", count: depth)
      return try Self.words("\(open)a=1\(String(repeating: ")", count: depth))")
    }
    #expect(Self.describe(try Expression(try words(depth: 100))) == "a = 1")
    let tooDeep = try words(depth: 101)
    #expect(throws: ExpressionError(.tooDeep, at: 100)) { _ = try Expression(tooDeep) }
  }

  @Test(.timeLimit(.minutes(1)), arguments: ["a=1 and ", "a=1 or ", "not "])
  func `A hundred thousand words are parsed quickly and without recursion`(piece: String) throws {
    let words = try Self.words(String(repeating: piece, count: 100_000) + "b=2")
    switch try Expression(words) {
    case .and(let conditions), .or(let conditions): #expect(conditions.count == 100_001)
    case let expression: #expect(Self.describe(expression) == "b = 2")
    }
  }

  @Test(
    "The words before the cursor decide what can come next",
    arguments: [
      ("", .field), ("not", .field), ("(", .field), ("a=1 and", .field), ("a=1 or (not", .field),
      ("a", .comparison(field("a"))), ("(a.b", .comparison(field("a.b"))),
      ("a <", .value(field("a"))), ("a=1 and b ~", .value(field("b"))),
      ("a in (", .value(field("a"))), ("a in (b,", .value(field("a"))),
      ("a = 1", .connective), ("(a = 1", .connective), ("(a = 1)", .connective),
      ("a in (b)", .connective), ("a is empty", .connective), ("a = 1 and not b = 2", .connective),
      ("a in", .keyword(["("])), ("a not", .keyword(["in"])), ("a not in", .keyword(["("])),
      ("a in (b", .keyword([",", ")"])), ("a is", .keyword(["empty", "not"])),
      ("a is not", .keyword(["empty"])),
      ("a = 1 2", nil), ("a b", nil), ("< 1", nil), ("a = = 1", nil), ("a not b", nil),
    ] as [(String, ExpressionCursor?)])
  func cursor(text: String, expected: ExpressionCursor?) throws {
    #expect(ExpressionCursor(after: try Self.words(text)) == expected)
  }

  /// The words of a `where` stage.
  private static func words(_ text: String) throws -> [Word] {
    let list = try #require(try ParsedScript("p | where \(text)").lists.first)
    return Array(try #require(list.first.stages.first).dropFirst())
  }

  private static func describe(_ expression: Expression) -> String {
    switch expression {
    case .comparison(let field, let comparator, let value):
      "\(field.text) \(comparator.rawValue) \(describe(value))"
    case .membership(let field, let values):
      "\(field.text) in (\(values.map(describe).joined(separator: ", ")))"
    case .isEmpty(let field): "\(field.text) is empty"
    case .not(let condition): "not \(describe(condition))"
    case .and(let conditions): "(\(conditions.map(describe).joined(separator: " and ")))"
    case .or(let conditions): "(\(conditions.map(describe).joined(separator: " or ")))"
    }
  }

  private static func describe(_ value: Expression.Value) -> String {
    value.isQuoted ? "'\(value.text)'" : value.text
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
