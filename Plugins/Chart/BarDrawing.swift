import SeashellKit

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

  /// The least width at which no number is cut.
  private let leastWidth: Int

  private static let gap = 2

  init(_ data: BarData, _ style: OutputStyle) {
    let width = style.chartWidth
    let numbers = data.rows.map { Self.width($0.text) }.max() ?? 0
    let data = data.fitting(width - Self.gap - numbers)
    (self.data, self.style) = (data, style)
    // The count of a range says enough without its bar, but a bar needs a cell.
    let least = data.keepsLabels ? data.labelWidth : min(data.labelWidth, 3)
    leastWidth = least + Self.gap + numbers + (data.keepsLabels ? 0 : Self.gap + 1)
    let name = min(Self.width(data.valueName), width / 2, width - leastWidth + numbers)
    let textWidth = max(numbers, name)
    // A name gives way to the bars, but not below a third of the line.
    let room = width - textWidth - 2 * Self.gap
    let longest = data.keepsLabels ? room + Self.gap : min(max(width / 3, room - 40), room - 1)
    let title = Self.width(data.labelName.titled(data.labelContext, within: width))
    labelWidth = max(least, 1, min(max(data.labelWidth, title), longest))
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
    guard leastWidth <= style.chartWidth else { return style.noRoom(needing: leastWidth) }
    var lines = [header]
    for row in data.rows { lines.append(line(row)) }
    return lines + data.remarks.flatMap(style.lines(of:))
  }

  private var header: String {
    let label = data.labelName.titled(data.labelContext, within: labelWidth)
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
    let text = row.text.padded(to: textWidth)
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
