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
    var lines = Self.lines(of: records, style)
    guard records.isList else {
      var field = -1
      for line in lines {
        // The continuation lines of a value are indented.
        if !line.hasPrefix(" ") { field += 1 }
        all.append(Line(text: line, mark: marks.at(field)))
      }
      return
    }
    guard lines.count == records.rows.count + 1 else {
      addVertical(lines, marks)
      return
    }
    let names = lines.removeFirst()
    if hasFixedHeader { header = names } else { all.append(Line(text: names)) }
    for (index, line) in lines.enumerated() {
      all.append(Line(text: line, mark: marks.at(index)))
    }
  }

  /// Adds records with a line for each field; a record's mark is at the line with its number.
  private mutating func addVertical(_ lines: [String], _ marks: [LivePage.Mark?]) {
    var record = 0
    for line in lines {
      let isFirst = line == OutputStyle.separator(record + 1)
      all.append(Line(text: line, mark: isFirst ? marks.at(record) : nil))
      if isFirst { record += 1 }
    }
  }

  @MainActor
  private static func lines(of records: Records, _ style: OutputStyle) -> [String] {
    let sink = MemorySink()
    let stream = ByteStream(to: sink)
    let output = Output(.table, to: stream, style: style)
    do {
      try output.columns(records.columns, isList: records.isList)
      for row in records.rows { try output.row(row) }
      try output.finish()
      try stream.flush()
    } catch {
      // Writing to memory cannot fail.
    }
    return sink.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      .map(String.init)
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
