@testable import ShellOutput
@testable import ShellRuntime
@testable import ShellTerminal
import FoundationEssentials
import Testing

/// The lines shown on a live screen.
@Suite @MainActor struct LiveViewportTests {
  private static func page(
    _ count: Int, marks: [LivePage.Mark?] = [], status: String = "changed"
  ) -> LivePage {
    var page = LivePage(statement: "shop list")
    (page.time, page.status) = ("14:03:12", status)
    let rows = (0..<count).map { [CellValue.text("t-\($0 + 1)"), .text("thing \($0 + 1)")] }
    page.blocks = [
      .init(
        .records(Records(columns: [Column("id"), Column("name")], rows: rows, isList: true)),
        marks: marks)
    ]
    return page
  }

  private static func viewport(
    _ page: LivePage, columns: Int = 40, rows: Int = 6, colors: Palette? = nil,
    locale: ReaderLocale? = nil
  ) -> LiveViewport {
    LiveViewport(
      page, size: (columns, rows),
      style: OutputStyle(isTerminal: true, colors: colors, locale: locale))
  }

  private static func plain(_ frame: [String]) -> [String] {
    frame.map {
      var line = LiveSearch.plainText(of: $0)
      while line.hasSuffix(" ") { line.removeLast() }
      return line
    }
  }

  @Test func `the title and the column names stay while rows scroll with their marks`() {
    let viewport = Self.viewport(Self.page(5, marks: [.new, nil, .changed]))
    #expect(
      Self.plain(viewport.frame) == [
        "shop list              14:03:12  changed", "  id   name", "+ t-1  thing 1",
        "  t-2  thing 2", "~ t-3  thing 3", "1-3 of 5, 1 new, 1 changed",
      ])
    #expect(viewport.frame[0].hasPrefix("\u{1B}[7m"))
  }

  @Test func `the number of a record that stands vertically has its mark`() {
    let frame = Self.viewport(Self.page(2, marks: [nil, .new]), columns: 13, rows: 12).frame
    let lines = Self.plain(frame).filter { $0.contains("─") }
    #expect(lines == ["  ── 1 ──", "+ ── 2 ──"])
  }

  @Test(arguments: [(13, "C"), (8, "C.UTF-8"), (8, "C"), (4, "C")])
  func `records that stand vertically have their marks in every terminal`(
    columns: Int, locale: String
  ) {
    // The second value is the line before the third record on narrow terminals.
    var page = Self.page(0)
    let isUTF8 = locale == "C.UTF-8"
    let rows = ["a", OutputStyle.separator(3, isASCII: !isUTF8), "c"].map {
      [CellValue.text($0), .text("thing")]
    }
    page.blocks = [
      .init(
        .records(
          Records(columns: [Column("identity"), Column("name")], rows: rows, isList: true)),
        marks: [.new, nil, .changed])
    ]
    let frame = Self.viewport(
      page, columns: columns, rows: 40, locale: ReaderLocale { $0 == "LC_ALL" ? locale : nil }
    ).frame
    let marked = Self.plain(Array(frame.dropFirst())).filter { "+~".contains($0.first ?? " ") }
    #expect(marked.count == 2, "\(frame)")
    let lines = [1, 3].map {
      TerminalText.cut(OutputStyle.separator($0, isASCII: !isUTF8), to: columns - LiveLines.margin)
    }
    #expect(marked == ["+ \(lines[0])", "~ \(lines[1])"])
  }

  @Test func `a field of a single record has its mark on a narrow terminal`() {
    var page = Self.page(0)
    page.blocks = [
      .init(
        .records(
          Records(
            columns: [Column("id"), Column("comment")],
            rows: [[.text("one two three"), .text("four five")]], isList: false)),
        marks: [nil, .changed])
    ]
    let frame = Self.plain(Array(Self.viewport(page, columns: 8, rows: 20).frame.dropFirst()))
    #expect(frame.filter { $0.hasPrefix("~") } == ["~ comme…"], "\(frame)")
  }

  @Test func `money has its currency's sign`() {
    var page = Self.page(0)
    let columns = [Column("price", hint: .money(currency: "currency")), Column("currency")]
    page.blocks = [
      .init(
        .records(
          Records(columns: columns, rows: [[.decimal(12.5), .text("EUR")]], isList: true)))
    ]
    let frame = Self.viewport(page, locale: ReaderLocale { _ in nil }).frame
    #expect(Self.plain(frame)[2].contains("€12.50"), "\(frame)")
  }

  @Test(
    arguments: [
      ("\u{1B}[38;5;27mabcd\u{1B}[0mefgh", "\u{1B}[38;5;27mabcd\u{1B}[0mefgh", "abcdefgh"),
      ("\u{1B}[1mabcd\u{1B}[0mefghi", "\u{1B}[1mabcd\u{1B}[0mefg…", "abcdefg…"),
      ("a\t\u{1B}[31mb", "a      …", "a      …"), ("\u{1B}[2Ja", #"\u{1B}[…"#, #"\u{1B}[…"#),
      ("\u{1B}[31mab\u{1B}[1", "\u{1B}[31mab\\u{1B…", #"ab\u{1B…"#),
      ("abcdefghi", "abcdefg…", "abcdefg…"),
    ])
  func `text keeps codes that set colours, and no others`(
    text: String, colored: String, plain: String
  ) {
    var page = Self.page(0)
    page.blocks = [.init(.text([text]))]
    let frame = Self.viewport(page, columns: 10, colors: .standard).frame
    #expect(frame[1].replacing(/(\x1B\[0m)?$/, with: "") == "  " + colored)
    #expect(Self.plain(frame)[1] == "  " + plain)
    let escaped = Self.viewport(page, columns: 10).frame[1]
    #expect(!escaped.contains("\u{1B}"))
  }

  @Test func `a marked row is completely bold if there are colours`() {
    var page = Self.page(0)
    page.blocks = [
      .init(
        .records(
          Records(columns: [Column("rating", hint: .stars)], rows: [[.integer(5)]], isList: true)),
        marks: [.new])
    ]
    let frame = Self.viewport(page, colors: .standard).frame
    #expect(frame[2] == "\u{1B}[1m+ \u{1B}[35m★★★★★\u{1B}[0m\u{1B}[1m\u{1B}[0m")
  }

  @Test(
    arguments: [
      ([.down], 1), ([.character("j"), .character("j"), .up], 1), ([.pageDown], 2),
      ([.character(" "), .pageDown], 4), ([.end], 17), ([.character("G"), .pageUp], 15),
      ([.character("G"), .character("g")], 0), ([.home, .up, .character("k")], 0),
      ([.end, .down], 17),
    ] as [([LiveKey], Int)])
  func `keys scroll the live screen`(keys: [LiveKey], top: Int) {
    var viewport = Self.viewport(Self.page(20))
    for key in keys {
      let leaves = viewport.handle(key)
      #expect(!leaves)
    }
    #expect(viewport.top == top)
    #expect(Self.plain(viewport.frame)[2].hasPrefix("  t-\(top + 1) "))
  }

  @Test func `the scroll position stays when results or the window change`() {
    var viewport = Self.viewport(Self.page(20))
    _ = viewport.handle(.pageDown)
    viewport.show(Self.page(21))
    #expect(viewport.top == 2)
    viewport.resize(to: (20, 8))
    #expect(viewport.top == 2 && viewport.frame.count == 8)
    viewport.show(Self.page(1))
    #expect(viewport.top == 0)
  }

  @Test func `a search goes to matches, shows them and starts again at the end`() {
    var viewport = Self.viewport(Self.page(20))
    for key in "/THING 1".map({ LiveKey.character($0) }) { _ = viewport.handle(key) }
    #expect(Self.plain(viewport.frame).last == "/THING 1")
    _ = viewport.handle(.enter)
    #expect(viewport.frame[2] == "  t-1   \u{1B}[7mthing 1\u{1B}[0m")
    #expect(viewport.top == 0)
    _ = viewport.handle(.character("n"))
    #expect(viewport.top == 8)
    _ = viewport.handle(.character("N"))
    _ = viewport.handle(.character("N"))
    #expect(viewport.frame.contains { $0.contains("\u{1B}[7mthing 1\u{1B}[0m9") })
    for key in "/zzz".map({ LiveKey.character($0) }) + [.enter] { _ = viewport.handle(key) }
    #expect(Self.plain(viewport.frame).last == "no match")
    _ = viewport.handle(.character("/"))
    _ = viewport.handle(.character("q"))
    let leaves = [LiveKey.escape, .character("q")].map { viewport.handle($0) }
    #expect(leaves == [false, true])
  }

  @Test func `a live screen shows a single record field by field, and text unchanged`() {
    var page = LivePage(statement: "x")
    page.blocks = [
      .init(
        .records(
          Records(
            columns: [Column("product"), Column("comment"), Column("count")],
            rows: [[.text("p-1"), .text("one two three four five six"), .integer(3)]], isList: false
          )),
        marks: [nil, nil, .changed]), .init(.text(["a\tb", "\u{1B}[31mred"]), marks: [.new]),
    ]
    page.notices = ["20 of 52"]
    let viewport = Self.viewport(page, columns: 30, rows: 12)
    #expect(
      Self.plain(viewport.frame.dropLast(2)) == [
        "x", "  product  p-1", "  comment  one two three four", "           five six",
        "~ count    3", "", "+ a       b", "  \\u{1B}[31mred", "", "  20 of 52",
      ])
  }

  @Test(arguments: [1, 2, 3, 4, 10], [1, 4, 20, 60])
  func `the live screen works on small terminals`(rows: Int, columns: Int) {
    var viewport = Self.viewport(
      Self.page(20, marks: [.new], status: "not connected since 14:03: refused; trying again"),
      columns: columns, rows: rows)
    for key: LiveKey in [.end, .pageUp, .character("/"), .character("1"), .enter, .character("n")] {
      _ = viewport.handle(key)
      let frame = viewport.frame
      #expect(frame.count == rows)
      for line in frame {
        #expect(TerminalText.width(of: LiveSearch.plainText(of: line)) <= max(columns, 4))
      }
    }
  }

  @Test func `the live screen writes only the lines that differ`() {
    var writer = FrameWriter()
    func expect(_ frame: [String], _ columns: Int, _ text: String) {
      let written = writer.update(to: frame, columns: columns)
      #expect(written == text)
    }
    expect(["a", "b"], 2, "\u{1B}[1;1H\u{1B}[2J\u{1B}[1;1Ha\u{1B}[K\u{1B}[2;1Hb\u{1B}[K")
    expect(["a", "b"], 2, "")
    expect(["a", "cc"], 2, "\u{1B}[2;1Hcc")
    expect(["a", ""], 2, "\u{1B}[2;1H\u{1B}[K")
    expect(["", ""], 3, "\u{1B}[1;1H\u{1B}[2J")
  }

  @Test(
    arguments: [
      ("jk", [.character("j"), .character("k")]), ("\u{1B}[A\u{1B}OB", [.up, .down]),
      ("\u{1B}[5~\u{1B}[6~", [.pageUp, .pageDown]), ("\u{1B}[H\u{1B}[4~", [.home, .end]),
      ("\u{1B}", [.escape]), ("\u{1B}[1;5C", []), ("é猫", [.character("é"), .character("猫")]),
      ("\r\u{7F}\u{0C}", [.enter, .backspace, .redraw]), ("\u{01}", []),
    ] as [(String, [LiveKey])])
  func `the keys of a live screen are recognized`(text: String, keys: [LiveKey]) {
    var bytes = Array(text.utf8)
    #expect(LiveKey.take(from: &bytes, isAll: true) == keys)
    #expect(bytes.isEmpty)
  }
}
