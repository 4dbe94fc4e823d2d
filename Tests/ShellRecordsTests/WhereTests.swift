import ShellOutput
import Testing
import CoreEvents
import FoundationEssentials

@MainActor
struct WhereTests {
  private let bench = StageBench()

  private static let products = StageBench.Part(
    ["id", "name", "price", "currency_code", "stock"],
    [
      [.text("p-1"), .text("Mug"), .decimal(Decimal(1850) / 100), .text("EUR"), .integer(3)],
      [.text("p-2"), .text("Big mug"), .decimal(Decimal(20)), .text("EUR"), .null],
      [.text("p-3"), .text("Cap"), .integer(9), .text("USD"), .integer(0)],
      [
        .text("p-4"), .text("Äpfel"), .decimal(Decimal(10005) / 100), .text("CHF"),
        .integer(7),
      ],
    ])

  @Test(
    "A condition keeps the records that fulfill it",
    arguments: [
      ("price < 20", "p-1 p-3"), ("price <= 20", "p-1 p-2 p-3"), ("price = 20.00", "p-2"),
      ("price > 2e1", "p-4"), ("price >= 20", "p-2 p-4"), ("price != 18.5", "p-2 p-3 p-4"),
      ("price < 20 and currency_code = EUR", "p-1"),
      ("price < 10 or price > 50", "p-3 p-4"), ("not price < 20", "p-2 p-4"),
      ("not ( name ~ mug or name ~ cap )", "p-4"), ("name ~ MUG", "p-1 p-2"),
      ("name ~ äPF", "p-4"), ("name = mug", ""), ("name = 'Big_mug'", "p-2"), ("name < Cap", "p-2"),
      ("name ~ ''", "p-1 p-2 p-3 p-4"), ("price ~ .5", "p-1"), ("price ~ .0", "p-4"),
      ("currency_code in ( USD , CHF )", "p-3 p-4"), ("price in ( 9 , 20 )", "p-2 p-3"),
      ("price not in ( 9 , 20 )", "p-1 p-4"), ("stock is empty", "p-2"),
      ("stock is not empty", "p-1 p-3 p-4"), ("stock < 5", "p-1 p-3"),
      ("stock != 3", "p-2 p-3 p-4"),
      ("stock = 3", "p-1"), ("not stock < 5", "p-2 p-4"), ("stock ~ 7", "p-4"),
      ("id > p-2", "p-3 p-4"),
      ("name != 5", "p-1 p-2 p-3 p-4"), ("price = '20'", ""), ("price = cheap", ""),
      ("price = 2026-11-22", ""), ("price in ( '9' , 20 )", "p-2"),
    ])
  func conditions(condition: String, ids: String) throws {
    let kept = try bench.passed("where " + condition, [Self.products])
    #expect(kept.flatMap(\.rows).map { $0[0].plainText }.joined(separator: " ") == ids)
  }

  @Test(
    "CSV fields are compared as the type that they read as",
    arguments: [
      ("v < 10", "9 9.0 -1 1e0"), ("v = 9", "9 9.0"), ("v = 9.00", "9 9.0"), ("v != 9", "-1 1e0 ~"),
      ("v = 009", ""), ("v ~ 9", "9 9.0"), ("v is empty", "~"), ("v = ''", "~"),
      ("v > 0", "9 9.0 1e0"),
      ("v >= 1.0", "9 9.0 1e0"), ("v > 123456789012345678901234567890", ""),
      ("v > -123456789012345678901234567890", "9 9.0 -1 1e0"), ("v < 1e400", "9 9.0 -1 1e0"),
      ("v > 1e-400", "9 9.0 1e0"),
    ])
  func untypedNumbers(condition: String, kept: String) throws {
    let part = StageBench.Part(["v"], untyped(["9"], ["9.0"], ["-1"], ["1e0"], [""]))
    #expect(try values(condition, part) == kept)
  }

  @Test(
    arguments: [
      ("v < 2026-11-22", "2026-11-21 2026-11-22T00:30:00+01:00"), ("v = 2026-11-22", "2026-11-22"),
      ("v > 2026-11-21T23:45:00Z", "2026-11-22"),
      ("v ~ 2026-11-2", "2026-11-21 2026-11-22 2026-11-22T00:30:00+01:00"),
      ("v != 2026-11-22", "2026-11-21 2026-11-22T00:30:00+01:00 ~"),
    ])
  func `dates of CSV compare as dates`(condition: String, kept: String) throws {
    let rows = untyped(["2026-11-21"], ["2026-11-22"], ["2026-11-22T00:30:00+01:00"], [""])
    #expect(try values(condition, StageBench.Part(["v"], rows)) == kept)
  }

  @Test(
    "A date in text cannot be ordered against a bare word, but against other text and dates",
    arguments: [
      ("since > tomorrow", nil), ("since <= later", nil), ("since > 2025-12", true),
      ("since > today", false), ("since < now", true), ("since < today - 5min", true),
      ("since > 2025-12-31", true), ("since > 2026-02", false), ("since != today", true),
    ])
  func words(condition: String, isKept: Bool?) throws {
    let date = "2026-01-01"
    for value in [CellValue.untyped(date), .text(date)] {
      let part = StageBench.Part(["since"], [[value]])
      guard let isKept else {
        let error = bench.error("where " + condition, [part])
        let start = "'since' is the date '2026-01-01' in a record, and '"
        #expect(error?.message.hasPrefix(start) == true)
        #expect(error?.hint?.hasPrefix("compare it with a date, such as 2026-11-22, or") == true)
        continue
      }
      #expect(try bench.passed("where " + condition, [part])[0].rows.isEmpty != isKept)
    }
    #expect(
      try values("since > tomorrow", StageBench.Part(["since"], untyped(["a"], ["z"]))) == "z")
  }

  /// The values that a condition keeps, with `~` for an empty one.
  private func values(_ condition: String, _ part: StageBench.Part) throws -> String {
    try bench.passed("where " + condition, [part]).flatMap(\.rows)
      .map { $0[0].plainText.isEmpty ? "~" : $0[0].plainText }.joined(separator: " ")
  }

  /// A value of each kind; the letters below say whether each is kept: y, n or e for an error.
  private static let kinds: [CellValue] = [
    .text("abc"), .text("5"), .untyped("abc"), .untyped("5"), .untyped("2026-11-22"),
    .untyped(""), .integer(5), .decimal(5), .boolean(true),
    .date(Date(timeIntervalSince1970: 1_795_305_600)),
    .list([.text("abc"), .integer(5)]), .record([.init("a", .integer(5))]), .null,
  ]

  @Test(
    "Each kind of value compares with each kind of literal",
    arguments: [
      ("= 5", "nnnynnyynnnnn"), ("= abc", "ynynnnnnnnnnn"), ("= '5'", "nynynnnnnnnnn"),
      ("= true", "nnnnnnnnynnnn"), ("= 2026-11-22", "nnnnynnnnynnn"),
      ("!= 5", "yyynyynnyyyyy"), ("= 5min", "nnnnnnnnnnnnn"),
      ("< 5", "eeenennneeeen"), ("< abd", "yyyyeneeeeeen"), ("< 'abd'", "yyyyyneeeeeen"),
      ("> 2026-1", "yyyyyneeeeeen"),
      ("~ 5", "nynynnyyeeyen"), ("~ abc", "ynynnnnneeyen"),
      ("is empty", "nnnnnynnnnnny"),
    ])
  func kinds(condition: String, results: String) throws {
    var found = ""
    for value in Self.kinds {
      let part = StageBench.Part(["v"], [[value]])
      do {
        found += try bench.passed("where v " + condition, [part])[0].rows.isEmpty ? "n" : "y"
      } catch {
        found += "e"
      }
    }
    #expect(found == results)
  }

  @Test(
    "Values that cannot be compared are an error at the field",
    arguments: [
      ("where name < 5", "'name' is text, and 5 is a number; write '5' to compare it as text", 1),
      (
        "where price < '20'", "'price' is a number, and '20' is text; write 20 without quotes", 1
      ),
      (
        "where name < 2026-02-30", "there is no day '2026-02-30'; quote it if it is text", 3
      ),
      (
        "where name < 2026-02-03",
        "'name' is the text 'Mug' in a record, and 2026-02-03 is a date; a time is as 2026-11-22T05:40:00Z; 'date(name)' reads those of HTTP, 'date(name, 'UTC')' those without a zone",
        1
      ),
      (
        "where price < cheap",
        "'price' is a number, and 'cheap' is text; compare it with a number, such as 5 or 18.50", 1
      ),
      (
        "where price < 2026-11-22",
        "'price' is a number, and 2026-11-22 is a date; compare it with a number, such as 5 or 18.50",
        1
      ),
      (
        "where id = p-1 and name >= 5",
        "'name' is text, and 5 is a number; write '5' to compare it as text", 5
      ),
      (
        "where prise < 5",
        "there is no field 'prise'; did you mean 'price'? the fields are id, name, price, currency_code, stock",
        1
      ),
      (
        "where not zzz is empty",
        "there is no field 'zzz'; the fields are id, name, price, currency_code, stock", 2
      ),
      (
        "where name = mug cap",
        "'cap' comes after a whole condition; join conditions with 'and' or 'or', or quote a value of several words",
        4
      ),
      (
        "where price 5",
        "'5' is not a comparison; use = != < <= > >= ~ (contains), + - * / %, 'in (a, b)' or 'is empty'",
        2
      ),
    ])
  func errors(line: String, message: String, word: Int) throws {
    let error = try #require(bench.error(line, [Self.products]))
    #expect([error.message, error.hint].compactMap { $0 }.joined(separator: "; ") == message)
    #expect(error.word == word)
    #expect(error.status == .usage)
  }

  @Test(
    arguments: [
      (.untyped("abc"), "< 5", "'v' is the text 'abc' in a record, and 5 is a number"),
      (.untyped("5"), "> 2026-11-22", "'v' is the text '5' in a record, and 2026-11-22 is a date"),
      (.boolean(true), "< 5", "'v' is a Boolean, and 5 is a number"),
      (.list([]), "< 5", "'v' is a list, which < cannot compare"),
      (.record([.init("a", .null)]), "< 5", "'v' is a record, which < cannot compare"),
      (.boolean(true), "~ t", "'v' is a Boolean, and ~ searches text"),
    ] as [(CellValue, String, String)])
  func `an error names the field, its kind and the value`(
    value: CellValue, condition: String, message: String
  ) {
    let part = StageBench.Part(["v"], [[value]])
    #expect(bench.error("where v \(condition)", [part])?.message == message)
  }

  @Test func `a condition reaches into records and lists, where what is missing is null`() throws {
    let part = StageBench.Part(
      ["id", "author", "tags", "a.b"],
      [
        [.integer(1), .record([.init("name", .text("Ada"))]), .list([.text("x")]), .integer(7)],
        [.integer(2), .record([.init("name", .text("Bea"))]), .list([]), .integer(8)],
        [.integer(3), .null, .null, .null],
      ])
    for (condition, ids) in [
      ("author.name = Ada", "1"), ("author.name ~ e", "2"), ("author.name is empty", "3"),
      ("tags[0] = x", "1"), ("tags[-1] = x", "1"), ("tags[5] is empty", "1 2 3"), ("a.b > 7", "2"),
      ("tags ~ x", "1"), ("tags is empty", "2 3"), ("author.nome is empty", "1 2 3"),
    ] {
      #expect(try values(condition, part) == ids, "\(condition)")
    }
  }

  @Test func `a single record becomes a list, and later records may lack the field`() throws {
    let parts = [
      StageBench.Part(["a", "b"], [[.integer(1), .integer(2)]], isList: false),
      StageBench.Part(["b"], [[.integer(2)]]),
      StageBench.Part(["b", "a"], [[.integer(2), .integer(1)]]),
    ]
    let passed = try bench.passed("where a = 1", parts)
    #expect(passed.map(\.isList) == [true, true, true])
    #expect(passed.map(\.rows.count) == [1, 0, 1])
  }
}
