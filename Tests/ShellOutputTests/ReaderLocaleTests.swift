import FoundationEssentials
import Glibc
import Testing

@testable import ShellOutput

@MainActor
@Suite struct `A reader's locale` {
  private func locale(_ variables: [String: String]) -> ReaderLocale {
    ReaderLocale { variables[$0] }
  }

  @Test(arguments: [
    ([:], true), (["LANG": "C"], false), (["LANG": "C.UTF-8"], true),
    (["LANG": "de_DE.UTF-8"], true), (["LANG": "de_DE.utf8"], true), (["LANG": "de_DE"], false),
    (["LC_ALL": "POSIX", "LANG": "de_DE.UTF-8"], false),
    (["LC_ALL": "", "LC_CTYPE": "ja_JP.UTF-8", "LANG": "C"], true),
  ])
  func `the locale says whether the terminal shows every character`(
    variables: [String: String], isUTF8: Bool
  ) {
    #expect(locale(variables).isUTF8 == isUTF8)
  }

  private nonisolated static let german = MoneyFormat(
    point: ",", separator: ".", groups: [3], symbolIsFirst: false, hasBlank: true,
    own: .init(code: "EUR", symbol: "€"))
  private nonisolated static let indian = MoneyFormat(
    groups: [3, 2], own: .init(code: "INR", symbol: "₹"))
  private nonisolated static let canadian = MoneyFormat(own: .init(code: "CAD", symbol: "$"))
  private nonisolated static let plain = MoneyFormat(
    point: ".", separator: "", groups: [], hasBlank: true, own: nil)

  @Test(arguments: [
    (MoneyFormat.english, "18.5", "EUR", "€18.50"), (.english, "1200", "JPY", "¥1,200"),
    (.english, "1234567.125", "USD", "$1,234,567.125"), (.english, "9.8", "CHF", "CHF 9.80"),
    (.english, "9", "KWD", "KWD 9.000"), (.english, "-5", "GBP", "-£5.00"),
    (.english, "0", "XYZ", "XYZ 0.00"), (.english, "999", "CAD", "CA$999.00"),
    (german, "12.5", "EUR", "12,50 €"), (german, "1234.5", "USD", "1.234,50 $"),
    (german, "1200", "JPY", "1.200 ¥"), (german, "9.8", "CHF", "9,80 CHF"),
    (indian, "12345678", "INR", "₹1,23,45,678.00"), (canadian, "5", "CAD", "$5.00"),
    (canadian, "5", "USD", "US$5.00"), (plain, "12345.6", "EUR", "€ 12345.60"),
  ])
  func `the locale formats money by its currency`(
    format: MoneyFormat, amount: String, code: String, text: String
  ) throws {
    #expect(format.text(try #require(Decimal(string: amount)), currencyCode: code) == text)
  }

  @Test func `NaN is not formatted as money`() {
    #expect(MoneyFormat.english.text(.nan, currencyCode: "EUR") == nil)
  }

  @Test(arguments: ["", "C", "POSIX", "C.UTF-8", "xx_XX.UTF-8", "../../etc", "\u{1B}[2J"])
  func `a neutral, unknown or malformed locale has no formats`(name: String) {
    #expect(MoneyFormat(locale: name) == nil)
    #expect(DateFormat(locale: name) == nil)
  }

  @Test func `money has plain digits if the terminal may not show symbols`() {
    #expect(locale(["LC_ALL": "C"]).money == nil)
    #expect(locale([:]).money == .english)
    #expect(locale(["LANG": "xx_XX.UTF-8"]).money == .english)
    #expect(locale([:]).dates == nil)
  }

  private static let columns = [
    Column("price", hint: .money(currency: "currency")), Column("currency"),
    Column("stars_5", hint: .bar(of: "count")), Column("count"),
  ]
  private static let row: [CellValue] = [.decimal(12), .text("EUR"), .integer(3), .integer(16)]

  @Test func `the locale applies only to tables on a terminal`() throws {
    let locale = locale(["LANG": "xx_XX.UTF-8"])
    let file = OutputStyle(isTerminal: false, locale: locale)
    let terminal = OutputStyle(isTerminal: true, columns: 80, locale: locale)
    #expect(
      try list(.table, on: terminal, Self.columns, [Self.row]) == """
         price  stars_5  count
        €12.00  3 █▉        16

        """)
    for format in [OutputFormat.tsv, .json, .jsonl, .csv] {
      #expect(
        try list(format, on: file, Self.columns, [Self.row])
          == list(format, Self.columns, [Self.row]))
    }
    #expect(try list(.csv, on: terminal, Self.columns, [Self.row]).contains("\r\n12,EUR,3,16\r\n"))
    #expect(try list(.table, on: file, Self.columns, [Self.row]).contains("12.00"))
  }

  @Test func `bars are drawn in ASCII on a terminal without blocks`() throws {
    let style = OutputStyle(isTerminal: true, columns: 80, locale: locale(["LC_ALL": "C"]))
    #expect(try list(.table, on: style, Self.columns, [Self.row]).contains("12.00 EUR  3 ##"))
  }

  @Test(arguments: [
    (0.0, ""), (0.001, "▏"), (0.05, "▍"), (0.1, "▊"), (0.125, "█"), (0.5, "████"), (1, "████████"),
    (7, "████████"), (0.99, "███████▉"),
  ])
  func `bars are drawn in eighths of a cell`(share: Double, bar: String) {
    #expect(Bar.text(share, length: 8, .eighths) == bar)
  }

  @Test(arguments: [
    (DateFormat(day: "%d.%m.%Y"), 17, "22.11.2026 17:04:05"),
    (DateFormat(day: "%m/%d/%Y", halves: .init(am: "AM", pm: "PM")), 17, "11/22/2026 05:04:05 PM"),
    (DateFormat(day: "%m/%d/%Y", halves: .init(am: "am", pm: "pm")), 0, "11/22/2026 12:04:05 am"),
    (DateFormat(day: "%Y年%m月%d日"), 9, "2026年11月22日 09:04:05"),
    (DateFormat(day: "%d.\u{1B}%m"), 9, "22.\\u{1B}11 09:04:05"),
  ])
  func `the locale formats dates`(format: DateFormat, hour: Int32, text: String) {
    var time = tm()
    (time.tm_year, time.tm_mon, time.tm_mday) = (126, 10, 22)
    (time.tm_hour, time.tm_min) = (hour, 4)
    let clock = DateText.clock(time, ":05", format.halves)
    #expect("\(format.day(time) ?? "") \(clock)" == text)
  }

  @Test func `dates in a table have the locale's format`() {
    let midnight = Date(timeIntervalSince1970: 1_795_305_600)
    #expect(DateText.local(midnight, to: .day, in: DateFormat(day: "%d.%m.%Y")) == "22.11.2026")
  }
}
