extension TableRenderer {
  private static let longestBar = 20
  private static let narrowestValue = 10

  func record(_ values: [CellValue]) throws {
    formatter.prepare(for: [values])
    try writeFields(of: values, areMarked: true)
  }

  /// Writes a record: a line for each field, with its name and its value.
  ///
  /// Long values are wrapped and indented. On a narrow terminal, values are placed below their names. Only a
  /// name wider than the terminal is cut. With `areMarked`, calls ``willBegin`` for each field.
  func writeFields(of values: [CellValue], areMarked: Bool = false) throws {
    let names = formatter.visible.map { formatter.shown(columns[$0].name) }
    let widths = names.map { TerminalText.width(of: $0) }
    let beside = (widths.max() ?? 0) + TableLayout.gap
    let isStacked = style.columns.map { $0 - beside < Self.narrowestValue } ?? false
    let indent = isStacked ? ((style.columns ?? 0) > Self.narrowestValue ? 2 : 0) : beside
    let margin = String(repeating: " ", count: indent)
    for (position, index) in formatter.visible.enumerated() {
      if areMarked { beginField(index) }
      var lines = lines(index, of: values, width: style.columns.map { $0 - indent })
      if isStacked {
        let name = TerminalText.cut(names[position], to: style.columns ?? 0)
        try writeLine(style.painted(name, as: .header))
      } else {
        let padding = String(repeating: " ", count: beside - widths[position])
        let first = lines.isEmpty ? "" : lines.removeFirst()
        try writeLine(style.painted(names[position], as: .header) + padding + first)
      }
      for line in lines { try writeLine(margin + line) }
    }
  }

  private func lines(_ index: Int, of values: [CellValue], width: Int?) -> [String] {
    let texts: [String]
    if columns[index].hint == nil, case .text(let text) = values[index] {
      texts = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
        .map { formatter.shown(String($0)) }
    } else {
      let room = width.map { formatter.barLength(within: $0) } ?? Self.longestBar
      let bar = min(Self.longestBar, room)
      texts = [formatter.text(index, in: values, barLength: bar)]
    }
    var lines = texts.flatMap { text in
      width.map { TerminalText.lines(of: text, folding: $0) } ?? [text]
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return columns[index].hint == .stars ? lines.map { style.painted($0, as: .rating) } : lines
  }
}
