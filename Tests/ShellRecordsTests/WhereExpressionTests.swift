import ShellOutput
import Testing

@MainActor
struct WhereExpressionTests {
  private let bench = StageBench()

  private static let items = StageBench.Part(
    ["id", "price", "cost", "qty", "since", "tags"],
    [
      [
        .integer(1), .untyped("18.5"), .untyped("10"), .integer(2), .text("2026-11-20"),
        .list([.text("a")]),
      ],
      [
        .integer(2), .untyped("9"), .untyped("12"), .null, .text("2026-11-25T08:00:00Z"), .list([]),
      ],
      [.integer(3), .untyped("20"), .untyped("20.0"), .integer(5), .untyped("2025-01-01"), .null],
    ])

  @Test(
    "A condition calculates with fields",
    arguments: [
      ("price < (cost)", "2"), ("price = (cost)", "3"), ("price - cost > 5", "1"),
      ("price + 1 > cost + 9", "1"), ("price * 2 = 37", "1"), ("price % 2 = 0", "3"),
      ("(price - cost) * -1 > 0", "2"), ("qty is null", "2"), ("qty is missing", ""),
      ("nope is missing", "1 2 3"), ("tags[0] is missing", "2 3"), ("tags[0] = a", "1"),
      ("since < now", "1 2 3"), ("since > 2026-11-26 - 7days", "1 2"),
      ("price = 9 and qty = null", "2"),
      ("id matches '^[12]$'", "1 2"), ("since starts-with 2026", "1 2"),
      ("since ends-with 01", "3"),
      ("length(tags) = 1 and tags is not empty", "1"), ("id in ( 1 , 3 )", "1 3"),
      ("if price > 10 then id = 1 else id = 2", "1 2"), ("round(price) in ( 19 , 20 )", "1 3"),
      // Each value of a list compares as with '='.
      ("qty in ( null , 5 )", "2 3"), ("qty in ( null , two )", "2"), ("qty in ( '2' , 5 )", "3"),
      ("length('ab') in ( 2 , '3' )", "1 2 3"), ("qty not in ( 5 , null )", "1"),
      ("since in ( null , 2026-11-20 , 5min )", "1"),
      ("'id' < 2", "1"), ("field('id') + 1 = 2", "1"), ("max(price, cost) > 12", "1 3"),
    ])
  func conditions(condition: String, ids: String) throws {
    let words = condition.replacing("'^[12]$'", with: "'^[12]$'")
    let part = condition.contains("tags is not") ? Self.first : Self.items
    let kept = try bench.passed("where " + words, [part])
    #expect(kept.flatMap(\.rows).map { $0[0].plainText }.joined(separator: " ") == ids)
  }

  private static var first: StageBench.Part {
    var part = items
    part.rows.removeLast()
    return part
  }

  @Test(
    "A value of another kind is an error at its word",
    arguments: [
      (
        "where id + qty > 3",
        "'qty' is null, and '+' calculates with numbers; check it first: if … is empty then … else …",
        3
      ),
      (
        "where since + id > 3",
        "text + a number has no meaning; numbers have + - * / %, dates + and - with durations", 2
      ),
      (
        "where id",
        "'id' is a number, and a condition is true or false; compare it, such as '> 0' or 'is not empty'",
        1
      ),
      (
        "where id < (since)",
        "'id' is a number, and 'since' is text, so neither is before the other",
        1
      ),
      ("where price*2 > 3", "there is no field 'price*2'; put blanks around '*'", 1),
      (
        "where id + prise > 3",
        "there is no field 'prise'; did you mean 'price'? the fields are id, price, cost, qty, since, tags",
        3
      ),
      ("where id / 0 > 3", "a number cannot be divided by zero", 2),
      (
        "where tags < (tags)",
        "'tags' is a list, and 'tags' is a list, so neither is before the other", 1
      ),
    ])
  func errors(line: String, message: String, word: Int) throws {
    let part = line.contains("tags") ? Self.first : Self.items
    let error = try #require(bench.error(line, [part]))
    #expect([error.message, error.hint].compactMap { $0 }.joined(separator: "; ") == message)
    #expect(error.word == word)
    #expect(error.status == .usage)
  }

  @Test func `a typed number is no text, and untyped text reads as what it is compared with`()
    throws
  {
    let part = StageBench.Part(
      ["a", "b"],
      [
        [.text("5"), .integer(5)], [.untyped("5"), .integer(5)], [.untyped("5.0"), .text("5")],
        [.untyped("true"), .boolean(true)], [.null, .null], [.untyped(""), .null],
        [.list([.integer(1)]), .list([.untyped("1.0")])],
      ])
    let kept = try bench.passed("where a = (b)", [part])[0].rows
    #expect(kept.map { $0[0].plainText } == ["5", "true", "", "", "[1]"])
  }
}
