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
    for block in page.blocks {
      if !all.isEmpty { all.append(Line(text: "")) }
      switch block.content {
      case .text(let lines):
        for (index, line) in lines.enumerated() {
          let text = TerminalText.escaped(Self.expandingTabs(line))
          all.append(
            Line(
              text: TerminalText.cut(text, to: columns - Self.margin),
              mark: block.marks.at(index)))
        }
      case .records(let records):
        add(records, block.marks, style, hasFixedHeader: page.blocks.count == 1)
      }
    }
    guard !page.notices.isEmpty else { return }
    if !all.isEmpty { all.append(Line(text: "")) }
    for notice in page.notices { all += style.lines(of: notice).map { Line(text: $0) } }
  }

  @MainActor
  private mutating func add(
    _ records: Records, _ marks: [LivePage.Mark?], _ style: OutputStyle, hasFixedHeader: Bool
  ) {
    let (lines, starts) = records.table(style)
    for (number, text) in lines.enumerated() {
      let line = Line(text: text, mark: starts[number].flatMap { marks.at($0) })
      // Only a table begins with another line than its first record.
      if hasFixedHeader, records.isList, number == 0, starts[0] == nil {
        header = text
      } else {
        all.append(line)
      }
    }
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
