import ShellOutput

/// Draws bars in text: a line for each, with its name, its value, and its length.
@MainActor
struct BarDrawing {
  private let data: BarData
  private let style: OutputStyle
  private let labelWidth: Int
  private let textWidth: Int
  private let range: ClosedRange<Double>
  /// The cells for bars, left and right of zero.
  private let room: (left: Int, right: Int)

  private static let gap = 2

  init(_ data: BarData, _ style: OutputStyle) {
    (self.data, self.style) = (data, style)
    let width = style.chartWidth
    let names = data.rows.map { TerminalText.width(of: $0.label) } + [Self.width(data.labelName)]
    let texts = data.rows.map { TerminalText.width(of: $0.text) } + [Self.width(data.valueName)]
    let textWidth = min(texts.max() ?? 0, width / 2)
    // A name gives way to the bars, but not below a third of the line.
    let room = width - textWidth - 2 * Self.gap
    let longest = data.keepsLabels ? room + Self.gap : min(max(width / 3, room - 40), room - 1)
    labelWidth = max(1, min(names.max() ?? 0, longest))
    self.textWidth = textWidth
    let cells = max(0, width - labelWidth - textWidth - 2 * Self.gap)
    range = data.range
    guard range.lowerBound < 0, cells > 1 else {
      self.room = (0, cells)
      return
    }
    // Of two numbers, the greater one is the unit, so that nothing overflows or vanishes.
    let unit = max(range.upperBound, -range.lowerBound)
    let (below, above) = (-range.lowerBound / unit, range.upperBound / unit)
    let left = Int((below / (below + above) * Double(cells)).rounded())
    let shown = range.upperBound > 0 ? min(max(left, 1), cells - 1) : cells
    self.room = (shown, cells - shown)
  }

  private static func width(_ text: String) -> Int { TerminalText.width(of: text) }

  var lines: [String] {
    var lines = [header]
    for row in data.rows { lines.append(line(row)) }
    return lines + data.remarks.flatMap(style.lines(of:))
  }

  private var header: String {
    let label = TerminalText.cut(data.labelName, to: labelWidth)
    let blanks = String(repeating: " ", count: labelWidth - Self.width(label) + Self.gap)
    let value = TerminalText.cut(data.valueName, to: textWidth)
    return style.painted(label, as: .header) + blanks
      + String(repeating: " ", count: textWidth - Self.width(value))
      + style.painted(value, as: .header)
  }

  private func line(_ row: BarData.Row) -> String {
    let gap = String(repeating: " ", count: Self.gap)
    let label = TerminalText.cut(row.label, to: labelWidth)
    guard let number = row.number else { return label }
    let text = TerminalText.cut(row.text, to: textWidth).padded(to: textWidth)
    let (left, bar) = bar(number)
    return label.filled(to: labelWidth) + gap + text
      + (bar.isEmpty ? "" : gap + left + style.painted(bar, as: .series1))
  }

  /// The blanks before a bar, and the bar.
  private func bar(_ number: Double) -> (String, String) {
    let form: Bar.Form =
      !style.isUnicode ? .ascii : style.isTerminal ? .eighths : .blocks
    let before = String(repeating: " ", count: room.left)
    guard number < 0 else {
      return (before, Bar.text(number / range.upperBound, length: room.right, form))
    }
    // There is no character for the right eighths of a cell.
    let bar = Bar.text(
      number / range.lowerBound, length: room.left, form == .ascii ? .ascii : .blocks)
    return (String(before.dropLast(bar.count)), bar)
  }
}
