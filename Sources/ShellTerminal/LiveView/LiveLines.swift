import ShellOutput
import ShellRuntime

struct LiveLines: Equatable {
  struct Line: Equatable {
    var text: String
    var mark: LivePage.Mark?
  }

  /// The width of the column with the marks.
  static let margin = 2

  /// The names of the columns, which do not scroll; nil unless the page is one list.
  private(set) var header: String?
  private(set) var all: [Line] = []

  @MainActor
  init(_ page: LivePage, columns: Int, style: OutputStyle) {
    let style = OutputStyle(
      isTerminal: true, columns: columns - Self.margin, colors: style.colors, locale: style.locale)
    var missing: [String] = []
    for block in page.blocks {
      if !all.isEmpty { all.append(Line(text: "")) }
      switch block.content {
      case .text(let lines):
        for (index, line) in lines.enumerated() {
          let text = Self.text(
            line, columns: columns - Self.margin, isColored: style.colors != nil)
          all.append(Line(text: text, mark: block.marks.at(index)))
        }
      case .records(let records):
        let notice = add(records, block.marks, style, hasFixedHeader: page.blocks.count == 1)
        if let notice { missing.append(notice) }
      }
    }
    let notices = page.notices + missing
    guard !notices.isEmpty else { return }
    if !all.isEmpty { all.append(Line(text: "")) }
    for notice in notices { all += style.lines(of: notice).map { Line(text: $0) } }
  }

  /// Adds records, and returns the notice about columns for which there is no room.
  @MainActor
  private mutating func add(
    _ records: Records, _ marks: [LivePage.Mark?], _ style: OutputStyle, hasFixedHeader: Bool
  ) -> String? {
    let (lines, starts, notice) = records.table(style)
    for (number, text) in lines.enumerated() {
      let line = Line(text: text, mark: starts[number].flatMap { marks.at($0) })
      // Only a table begins with another line than its first record.
      if hasFixedHeader, records.isList, number == 0, starts[0] == nil {
        header = text
      } else {
        all.append(line)
      }
    }
    return notice
  }

  /// A line as wide as the screen, escaped but for the codes that set colours (ECMA-48, SGR).
  private static func text(_ line: String, columns: Int, isColored: Bool) -> String {
    guard isColored, line.utf8.contains(0x1B) else {
      return TerminalText.cut(TerminalText.escaped(expandingTabs(line)), to: columns)
    }
    var plain = ""
    // Each with the number of scalars before it.
    var codes: [(place: Int, text: String)] = []
    var rest = line[...]
    while !rest.isEmpty, TerminalText.width(of: plain) <= columns {
      let end = rest.firstIndex(of: "\u{1B}") ?? rest.endIndex
      plain = TerminalText.escaped(expandingTabs(plain + rest[..<end]))
      rest = rest[end...]
      let digits = rest.utf8.dropFirst(2).prefix { $0 == 0x3B || (0x30...0x39).contains($0) }
      if rest.utf8.dropFirst().first == UInt8(ascii: "["),
        rest[digits.endIndex...].utf8.first == UInt8(ascii: "m")
      {
        let end = rest.utf8.index(after: digits.endIndex)
        codes.append((plain.unicodeScalars.count, String(rest[..<end])))
        rest = rest[end...]
      } else if let escape = rest.popFirst() {
        plain += TerminalText.escaped(String(escape))
      }
    }
    var text = String.UnicodeScalarView()
    var next = codes.startIndex
    for (place, scalar) in TerminalText.cut(plain, to: columns).unicodeScalars.enumerated() {
      while next < codes.endIndex, codes[next].place <= place {
        text += codes[next].text.unicodeScalars
        next += 1
      }
      text.append(scalar)
    }
    return String(text) + Palette.end
  }

  private static func expandingTabs(_ line: String) -> String {
    guard line.utf8.contains(0x09) else { return line }
    var result = ""
    for piece in line.split(separator: "\t", omittingEmptySubsequences: false) {
      if !result.isEmpty || piece.startIndex != line.startIndex {
        let width = TerminalText.width(of: result)
        result += String(repeating: " ", count: 8 - width % 8)
      }
      result += piece
    }
    return result
  }
}

extension [LivePage.Mark?] {
  fileprivate func at(_ index: Int) -> LivePage.Mark? {
    indices.contains(index) ? self[index] : nil
  }
}
