@testable import ShellOutput
import FoundationEssentials
import Testing

@MainActor
@Suite struct `A record in a table's form` {
  private let description = "Thrown by hand in a small workshop, glazed twice.\nDishwasher safe."

  private var fields: [(Column, CellValue)] {
    [
      (Column("id"), .text("p-1")),
      (Column("price", hint: .money(currency: "currency_code")), .decimal(Decimal(185) / 10)),
      (Column("currency_code"), .text("EUR")),
      (Column("description"), .text(description)),
      (Column("image"), .null),
    ]
  }

  @Test func `a record in table form has one field a line`() throws {
    #expect(
      try record(.table, fields) == """
        id             p-1
        price          18.50
        currency_code  EUR
        description    Thrown by hand in a small workshop, glazed twice.
                       Dishwasher safe.
        image

        """)
  }

  @Test func `a long text in a record is wrapped under its beginning`() throws {
    #expect(
      try record(.table, on: terminal(40), fields) == """
        id           p-1
        price        18.50 EUR
        description  Thrown by hand in a small
                     workshop, glazed twice.
                     Dishwasher safe.
        image

        """)
  }

  @Test func `a record's values are below their names if there is no room beside them`() throws {
    #expect(
      try record(.table, on: terminal(20), fields) == """
        id
          p-1
        price
          18.50 EUR
        description
          Thrown by hand in
          a small workshop,
          glazed twice.
          Dishwasher safe.
        image

        """)
  }

  @Test(arguments: [120, 80, 40, 20, 12, 10, 5, 2])
  func `a record in table form is complete, and no line is wider than the terminal`(_ columns: Int)
    throws
  {
    let text = "An unbreakablelongwordofmanyletters, 世界地図 and 👩‍👩‍👧‍👦 " + description
    let shown = try record(
      .table, on: terminal(columns), fields + [(Column("text"), .text(text))])
    for line in shown.split(separator: "\n") {
      #expect(TerminalText.width(of: String(line)) <= columns)
    }
    func letters(_ text: String) -> String { text.filter { !$0.isWhitespace } }
    #expect(letters(shown).hasSuffix(letters(text)))
  }

  @Test func `the bars of different fields line up`() throws {
    let counts = [(5, 12), (4, 6), (3, 1), (2, 0)]
    let fields: [(Column, CellValue)] =
      [(Column("count"), .integer(19))]
      + counts.map { (Column("stars_\($0)", hint: .bar(of: "count")), .integer($1)) }
    #expect(
      try record(.table, fields) == """
        count    19
        stars_5  12 █████████████
        stars_4   6 ██████
        stars_3   1 █
        stars_2   0

        """)
    #expect(
      try record(.table, on: terminal(20), fields) == """
        count    19
        stars_5  12 █████
        stars_4   6 ██▌
        stars_3   1 ▍
        stars_2   0

        """)
  }

  @Test func `a text that begins with a newline keeps it`() throws {
    #expect(
      try record(.table, [(Column("id"), .text("\nb\n\nc\n"))]) == "id\n    b\n\n    c\n")
  }
}
