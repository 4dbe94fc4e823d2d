import FoundationEssentials
import ShellLanguage
import ShellOutput
@testable import ShellRecords
@testable import ShellRuntime
import Testing

/// Expressions without a record.
@MainActor
struct ExpressionValueTests {
  private static let variables = TestVariables(values: [
    "n": .integer(4), "price": .decimal(Decimal(1850) / 100), "word": .untyped("5"),
    "text": .text("abc"), "day": .text("2026-11-22"), "empty": .untyped(""), "nothing": .null,
    "flag": .untyped("true"), "seconds": .untyped("1711672200"),
    "list": .list([.integer(1), .untyped("2"), .null]),
    "mug": .record([.init("id", .integer(7)), .init("tags", .list([.text("a"), .text("b")]))]),
  ])

  private func value(_ text: String) throws -> CellValue {
    let words = try #require(try ScriptParser.command(in: "print (\(text))"))
    let parenthesis = try #require(words[1].loneExpression)
    return try parenthesis.value(in: Self.variables)
  }

  @Test(
    "Numbers are calculated exactly",
    arguments: [
      ("1 + 2 * 3", "7"), ("(1 + 2) * 3", "9"), ("0.1 + 0.2", "0.3"), ("1.10 * 3", "3.3"),
      ("7 / 2", "3.5"), ("10 / 3", "3.333333333333333333333333333333333"),
      ("2 / 3", "0.6666666666666666666666666666666667"), ("1 / 8", "0.125"),
      ("7 % 3", "1"), ("-7 % 3", "-1"), ("7 % -3", "1"), ("7.5 % 2", "1.5"), ("1e30 % 7", "1"),
      ("-(2 - 5)", "3"), ("- - 5", "5"), ("9223372036854775807 + 1", "9223372036854775808"),
      ("123456789012345678901234567890 * 10", "1234567890123456789012345678900"),
      ("99999999999999999999 * 99999999999999999999", "9999999999999999999800000000000000000001"),
      ("1e40 + 1 - 1e40", "1"), ("1e40 - 1", "9999999999999999999999999999999999999999"),
      ("1e400 * 1e400", "1e800"), ("0 / 5", "0"), ("$n * $price", "74"), ("$word + 1", "6"),
      ("round(2.5)", "3"), ("round(-2.5)", "-3"), ("round(2.345, 2)", "2.35"),
      ("round(149, -2)", "100"),
      ("round(0.004, 2)", "0"), ("round(0.4)", "0"), ("floor(-1.5)", "-2"), ("floor(1.9)", "1"),
      ("abs(-3)", "3"),
      ("sum((1, 2.5, 3))", "6.5"), ("sum($list)", "3"), ("mean((1, 2))", "1.5"), ("mean(())", nil),
      ("min((3, 1, 2))", "1"), ("max(3, 10, 2)", "10"), ("count($list)", "3"), ("1 / 0", nil),
      ("7 % 0", nil), ("'a' + 1", nil), ("1 + true", nil), ("1e99 + 1e-99", nil),
    ] as [(String, String?)])
  func numbers(text: String, expected: String?) throws {
    try check(text, expected)
  }

  @Test(
    "Dates and durations are calculated",
    arguments: [
      ("2026-11-22 + 36h", "2026-11-23T12:00:00Z"), ("2026-11-22 - 1weeks", "2026-11-15T00:00:00Z"),
      ("2026-11-22 - 2026-11-20", "2days"), ("2026-11-22T01:00:00Z - 2026-11-22", "1h"),
      ("'2026-11-22' - 1day", "2026-11-21T00:00:00Z"), ("$day - 2026-11-20", "2days"),
      ("90s * 2", "3min"),
      ("1h / 2", "30min"), ("1h / 20min", "3"), ("1.5h + 1ms", "5400001ms"), ("-5min", "-5min"),
      ("abs(-5min)", "5min"), ("1h - 90min", "-30min"), ("2days > 1weeks", "false"),
      ("now - today < 26h", "true"), ("today <= now", "true"),
      ("date('2026-11-22')", "2026-11-22T00:00:00Z"),
      ("date('2026-11-22') + 1s", "2026-11-22T00:00:01Z"), ("date('x')", nil),
      ("2026-11-22 + 1", nil),
      ("5min * 5min", nil), ("format(2026-11-22T12:00:00Z, '%Y/%m/%d')", "2026/11/22"),
      ("format(now, '%Q')", nil),
      ("date(1711672200)", "2024-03-29T00:30:00Z"),
      ("date(1711672200.5)", "2024-03-29T00:30:00.500Z"),
      ("date(1711672200000)", "2024-03-29T00:30:00Z"), ("date(-86400)", "1969-12-31T00:00:00Z"),
      ("date($seconds)", "2024-03-29T00:30:00Z"), ("date('1711672200')", nil), ("date(1e30)", nil),
      ("date('Fri, 29 Mar 2024 00:30:00 GMT')", "2024-03-29T00:30:00Z"),
      ("date('Fri, 31 Feb 2024 00:30:00 GMT')", nil), ("date('Fri, 29 Mar 2024 00:30 GMT')", nil),
      ("date('2024-03-29t00:30:00z')", "2024-03-29T00:30:00Z"),
      ("date('2024-03-29T00:30:00')", nil),
      ("date('2024-03-29T00:30:00', 'UTC')", "2024-03-29T00:30:00Z"),
      ("date('2024-03-29 00:30', 'UTC')", "2024-03-29T00:30:00Z"),
      ("date('2024-03-29 00:30:00.25', '+02:00')", "2024-03-28T22:30:00.250Z"),
      ("date('2024-03-29', 'Europe/Berlin')", "2024-03-28T23:00:00Z"),
      ("date('2024-07-29 12:00:00', 'Europe/Berlin')", "2024-07-29T10:00:00Z"),
      ("date('2050-07-29 12:00:00', 'Europe/Berlin')", "2050-07-29T10:00:00Z"),
      ("date('2050-01-29 12:00:00', 'America/New_York')", "2050-01-29T17:00:00Z"),
      ("date('1900-01-01 12:00:00', 'Europe/Berlin')", "1900-01-01T11:00:00Z"),
      ("date('2026-10-25 02:30:00', 'Europe/Berlin')", "2026-10-25T00:30:00Z"),
      ("date('2026-03-29 02:30:00', 'Europe/Berlin')", nil),
      ("date('2026-03-29T00:00:00Z', 'Europe/Berlin')", "2026-03-29T00:00:00Z"),
      ("date('2024-03-29 00:30', 'Europe/Nowhere')", nil), ("date('2024-03-29', '../passwd')", nil),
      ("date('29.03.2024 00:30 +0100', '%d.%m.%Y %H:%M %z')", "2024-03-28T23:30:00Z"),
      ("date('1711672200', '%s')", "2024-03-29T00:30:00Z"),
      ("date('-5', '%s')", "1969-12-31T23:59:55Z"),
      ("date('060 2024 +0000', '%j %Y %z')", "2024-02-29T00:00:00Z"),
      ("date('Thu 29 Feb 2024 4 +0000', '%a %d %b %Y %u %z')", "2024-02-29T00:00:00Z"),
      ("date('30.02.2024 +0000', '%d.%m.%Y %z')", nil), ("date('29.13.2024', '%d.%m.%Y')", nil),
      ("date('29.03.2024', '%d.%m.%Q')", nil), ("date('29.03.2024 x', '%d.%m.%Y')", nil),
      ("format(2024-03-29T00:30:00Z, '%s')", "1711672200"),
      ("format(2024-03-29T00:30:00Z, '%H:%M %z', 'Asia/Tokyo')", "09:30 +0900"),
      ("format(2024-07-29T00:30:00Z, '%d %H:%M %z', 'America/New_York')", "28 20:30 -0400"),
      ("format(2050-07-29T00:30:00Z, '%H %z', 'Australia/Sydney')", "10 +1000"),
      ("format(2050-01-29T00:30:00Z, '%H %z', 'Australia/Sydney')", "11 +1100"),
      ("format(2050-07-01T00:00:00Z, '%z', 'Europe/Dublin')", "+0100"),
      ("format(2050-01-01T00:00:00Z, '%z', 'Europe/Dublin')", "+0000"),
      ("format(2026-01-01T00:00:00Z, '%H', 'x')", nil),
      ("max('2026-03-29T01:45:00Z', '2026-03-29T03:00:00+02:00')", "2026-03-29T01:45:00Z"),
      ("'2026-03-29T03:00:00+02:00' < 2026-03-29T01:45:00Z", "true"),
      ("'2026-03-29T03:00:00+02:00' < '2026-03-29T01:45:00Z'", "true"),
      ("'soon' < 2026-03-29", nil), ("(2026-02-30)", nil), ("2026-02-30 + 1day", nil),
    ] as [(String, String?)])
  func times(text: String, expected: String?) throws {
    try check(text, expected)
  }

  private func check(_ text: String, _ expected: String?) throws {
    if let expected {
      #expect(try value(text).plainText == expected, "\(text)")
    } else {
      #expect(throws: (any Error).self) { try value(text) }
    }
  }

  @Test(
    "Texts and lists",
    arguments: [
      ("length('äbc')", "3"), ("length((1, 2))", "2"), ("length($mug.tags)", "2"),
      ("upper('straße')", "STRASSE"),
      ("lower('ÄB')", "äb"), ("trim('  a b\t')", "a b"), ("trim('  ')", ""),
      ("split('a,b,,c', ',')", #"["a","b","","c"]"#), ("split('aaa', 'aa')", #"["","a"]"#),
      ("join((1, 'b', true), '; ')", "1; b; true"), ("replace('abab', 'ab', 'x')", "xx"),
      ("replace('aabaab', 'aab', '')", ""), ("replace('ababac', 'abac', 'x')", "abx"),
      (#"parse('{"a":[1,2.50]}')"#, #"{"a":[1,2.5]}"#), ("(1, 'a', null)", #"[1,"a",null]"#),
      ("(1,)", "[1]"),
      (#""$text-$n""#, "abc-4"), ("$mug.id", "7"), ("$mug.tags[1]", "b"),
      ("$mug.tags[*]", #"["a","b"]"#),
      ("if $n > 3 then 'big' else 'small'", "big"), ("if $flag then 1 else 2", "1"),
      ("if false then 1 / 0 else 2", "2"),
      ("if $mug.x is empty then 'none' else $mug.x", "none"),
      ("if $mug.id = 7 then $mug.id else $mug.x", "7"),
    ])
  func texts(text: String, expected: String) throws {
    #expect(try value(text).plainText == expected, "\(text)")
  }

  @Test(
    "Values are compared by their kinds",
    arguments: [
      ("1 = 1.0", true), ("$n = 4", true), ("$n = '4'", false), ("$n = $word", false),
      ("$word = 5.0", true),
      ("$text = abc", true), ("$text = $n", false), ("$day = 2026-11-22", true),
      ("$day < 2026-12-01", true),
      ("$nothing = null", true), ("$empty = null", true), ("$n = null", false),
      ("$n != null", true),
      ("null < 5", false), ("$nothing is null", true), ("$nothing is missing", false),
      ("$mug.x is missing", true), ("$undefined is missing", true), ("$empty is empty", true),
      ("'' is empty", true), ("'' is null", false), ("$mug is record", true),
      ("$list is list", true),
      // A path that leads nowhere is an error where its value is needed.
      ("$mug.x is empty", true), ("$mug.x is missing or $mug.x > 1", true),
      ("$mug.x is not empty and lower($mug.x) = a", false),
      ("$word is number and $word is text", true), ("$text is number", false),
      ("5min is duration", true),
      ("$n in (1, 4)", true), ("$n in $list", false), ("2 in $list", true),
      ("$text in (abc, def)", true),
      ("$text not in (abc)", false), ("7 in $mug.id", true), ("'b' in $mug.tags", true),
      ("$mug.tags ~ b", true), ("$text ~ BC", true), ("$text matches '^a.c$'", true),
      ("$text matches b", true),
      ("$text not matches '^b'", true), ("$text starts-with ab", true),
      ("$text ends-with bc", true),
      ("(1, 2) = (1, 2.0)", true), ("(1, 2) = (2, 1)", false),
      ("parse('{\"a\":1,\"b\":2}') = parse('{\"b\":2,\"a\":1}')", true),
      ("not ($n = 4 or $n = 5)", false), ("$flag and true", true), ("lower('ABC') = abc", true),
      ("round(4.6) = 5", true), ("lower('5') = 5", false), ("true = $flag", true),
    ])
  func comparisons(text: String, expected: Bool) throws {
    #expect(try value(text) == .boolean(expected), "\(text)")
  }

  @Test(
    "Errors say what a value is, and point at its word",
    arguments: [
      (
        "$text + 1",
        "'$text' is text, and '+' calculates with numbers; join texts in quotes: \"$a$b\"", 7..<12
      ),
      (
        "1 * $nothing",
        "'$nothing' is null, and '*' calculates with numbers; check it first: if … is empty then … else …",
        11..<19
      ),
      ("1 / 0", "a number cannot be divided by zero", 9..<10),
      (
        "$n and true",
        "'$n' is a number, and a condition is true or false; compare it, such as '> 0' or 'is not empty'",
        7..<9
      ),
      ("$text < 5", "'$text' is text, and '5' is a number, so neither is before the other", 7..<12),
      ("$zzz", "$zzz is not defined", 7..<11), ("$mug.x", "$mug.x is not defined", 7..<13),
      ("$n = 5 or $mug.x > 1", "$mug.x is not defined", 17..<23),
      ("$n = 4 or $mug.x > $zzz", "$mug.x is not defined", 17..<23),
      ("$n = 4 or $zzz > $mug.x", "$zzz is not defined", 17..<21),
      ("$zzz is empty", "$zzz is not defined", 7..<11),
      (
        "$mug < 5", "'$mug' is a record, and '5' is a number, so neither is before the other",
        7..<11
      ),
      ("lower($list)", "'$list' is a list, and 'lower' needs text; lower(TEXT)", 13..<18),
      (
        "$text matches '('", "'(' is not a regular expression; quote it, and write \\. for a point",
        21..<24
      ),
      (
        "1e99 * 1e99 + 1", "the result of '+' has more than 100 digits; round the numbers first",
        19..<20
      ),
    ])
  func errors(text: String, message: String, range: Range<Int>) {
    let error = #expect(throws: ShellError.self) { _ = try value(text) }
    #expect([error?.message, error?.hint].compactMap(\.self).joined(separator: "; ") == message)
    #expect(error?.range == range)
  }

  @Test func `texts made by functions are limited to 1 MiB`() {
    let text = String(repeating: "a", count: 1 << 19)
    for call in ["replace('\(text)', a, 'xyz')", "join(split('\(text)', a), 'xyz')"] {
      let quoted = call.replacing(", a", with: ", 'a'")
      let error = #expect(throws: ShellError.self) { _ = try value(quoted) }
      #expect(error?.code == .limit)
    }
  }

  @Test func `each identifier is another one`() throws {
    let first = try value("uuid()").plainText
    #expect(first.utf8.count == 36)
    #expect(try value("uuid()").plainText != first)
  }
}

struct TestVariables: VariableScope {
  let values: [String: CellValue]

  func value(of variable: VariableReference) throws(ShellError) -> CellValue {
    guard let value = values[variable.name],
      let found = value.value(at: (FieldPath.steps(variable.path[...]) ?? [])[...])
    else { throw ShellError(.usage, "\(variable.source) is not defined") }
    return found
  }
}
