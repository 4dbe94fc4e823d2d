@testable import ShellOutput
import Testing

/// The colours, by role.
@Suite struct PaletteTests {
  @Test(
    arguments: [
      (.error, "\u{1B}[31m"), (.header, "\u{1B}[1m"), (.rating, "\u{1B}[35m"),
      (.name, "\u{1B}[1m"), (.string, ""), (.number, "\u{1B}[35m"), (.prompt, "\u{1B}[1m"),
      (.production, "\u{1B}[1;31m"), (.candidate, "\u{1B}[1m"), (.title, "\u{1B}[7m"),
      (.changed, "\u{1B}[1m"), (.match, "\u{1B}[7m"), (.command, "\u{1B}[1m"),
      (.stage, "\u{1B}[1m"), (.unknown, "\u{1B}[31m"), (.option, "\u{1B}[35m"),
      (.quoted, "\u{1B}[35m"), (.variable, "\u{1B}[1;35m"), (.bracket, "\u{1B}[7m"),
      (.suggestion, "\u{1B}[2m"), (.series(0), "\u{1B}[38;5;27m"),
      (.series(1), "\u{1B}[38;5;166m"), (.series(2), "\u{1B}[38;5;36m"),
      (.series(3), "\u{1B}[38;5;133m"),
    ] as [(Palette.Role, String)])
  func `the standard palette gives each role a colour`(role: Palette.Role, start: String) {
    #expect(Palette.standard.start(of: role) == start)
    #expect(
      Palette.standard.painted("x", as: role) == (start.isEmpty ? "x" : start + "x\u{1B}[0m"))
    #expect(Palette.standard.painted("", as: role) == "")
  }

  @Test func `the standard palette has no colour that vanishes on light or dark`() {
    // Reset and attributes, red and magenta: see the reasons at the type. Only a suggestion may vanish. The four colours
    // of charts are measured by Tests/Charts.
    let readable: Set<String> = ["", "1", "7", "31", "35", "1;31", "1;35"]
    let series = (0..<4).map(Palette.Role.series)
    let roles = Palette.Role.allCases.filter { $0 != .suggestion && !series.contains($0) }
    #expect(Set(roles.map(\.standardCode)) == readable)
  }

  @Test(
    arguments: [
      "error=1;31", "header=", "error=38;2;255;0;0:header=4", "match=0:changed=255",
    ])
  func `a palette's text is read and written`(text: String) throws {
    let palette = try Palette(text)
    #expect(try Palette(palette.text) == palette)
    #expect(palette != .standard)
  }

  @Test func `roles omitted from a palette keep their colours`() throws {
    let palette = try Palette("header=4:string=:header=32")
    #expect(palette.text == "header=32:string=")
    #expect(palette.start(of: .header) == "\u{1B}[32m")
    #expect(palette.start(of: .string) == "")
    #expect(palette.start(of: .error) == "\u{1B}[31m")
  }

  @Test(
    arguments: [
      ("", .part("")), ("red", .part("red")), ("error=31:", .part("")),
      ("eror=31", .role("eror")), ("=1", .role("")), ("Error=1", .role("Error")),
      ("error=red", .code("red", of: .error)), ("error=1;;2", .code("1;;2", of: .error)),
      ("error=256", .code("256", of: .error)), ("name=+1", .code("+1", of: .name)),
      ("name=1m\u{1B}[2J", .code("1m\u{1B}[2J", of: .name)),
      (
        "error=1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1",
        .code("1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1", of: .error)
      ),
      ("error=31=1", .code("31=1", of: .error)),
    ] as [(String, Palette.ParsingError)])
  func `an invalid palette is refused, naming the invalid part`(
    text: String, error: Palette.ParsingError
  ) {
    #expect(throws: error) { try Palette(text) }
  }

  @MainActor
  @Test func `without colours a table, JSON and an error have the same text`() throws {
    let columns = [
      Column("id"), Column("rating", hint: .stars), Column("count", hint: .bar(of: "all")),
      Column("all"),
    ]
    let rows: [[CellValue]] = [
      [.text("r-1"), .integer(4), .integer(3), .integer(9)],
      [.text("r-2"), .integer(1), .null, .integer(9)],
    ]
    for format in [OutputFormat.table, .json] {
      let plain = try list(format, on: terminal(80), columns, rows)
      let painted = try list(format, on: terminal(80, colors: true), columns, rows)
      #expect(painted != plain)
      #expect(Self.withoutColors(painted) == plain)
    }
    #expect(try list(.table, on: terminal(80), columns, rows).contains("★★★★☆"))
    let error = Diagnostic(
      ShellError(.notFound, "there is no product 'x'"), file: "a", line: 1, source: "show x")
    #expect(Self.withoutColors(error.text(terminal(80, colors: true))) == error.text(terminal(80)))
  }

  private static func withoutColors(_ text: String) -> String {
    String(decoding: OutputStyle.withoutColors(Array(text.utf8)), as: UTF8.self)
  }
}
