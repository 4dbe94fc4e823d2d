import SeashellKit

/// Draws points by two axes in text: dots of braille, or a character for each series if the terminal has no braille or
/// no colours.
@MainActor
struct PlotDrawing {
  private let data: PlotData
  private let style: OutputStyle
  private let (x, y): (Scale, Scale)
  /// The size of the field in cells.
  private let (width, height): (Int, Int)
  private let marks: [Int: String]
  private let markWidth: Int

  /// The least width of the field in cells.
  private static let leastWidth = 4

  init(_ data: PlotData, _ style: OutputStyle) {
    (self.data, self.style) = (data, style)
    let whole = style.chartWidth
    let rows = max(5, min(16, whole / 4))
    height = rows
    let scale = data.y.scale(max(2, rows / 3))
    y = scale
    let texts = scale.marks.map { ($0, data.y.text.text($0)) }
    let widest = texts.map { TerminalText.width(of: $0.1) }.max() ?? 0
    markWidth = widest
    marks = Dictionary(texts.map { (Self.cell(1 - scale.share(of: $0.0.number), rows), $0.1) }) {
      $1
    }
    let cells = max(Self.leastWidth, whole - widest - 2)
    width = cells
    x = data.x.scale(max(2, cells / 12))
  }

  /// The index of the cell that a share from 0 to 1 is in.
  private static func cell(_ share: Double, _ count: Int) -> Int {
    Int((share * Double(count - 1)).rounded())
  }

  var lines: [String] {
    let least = markWidth + 2 + Self.leastWidth
    guard least <= style.chartWidth else { return style.noRoom(needing: least) }
    var canvas = Canvas(width: width, height: height, isBraille: isBraille)
    for (index, series) in data.series.enumerated() {
      var last: (Int, Int)?
      for point in series.points {
        guard let point else {
          last = nil
          continue
        }
        let dot = (
          Self.cell(x.share(of: point.x), canvas.columns),
          Self.cell(1 - y.share(of: point.y), canvas.rows)
        )
        if data.joinsPoints, let last {
          canvas.join(last, dot, series: index)
        } else {
          canvas.set(dot.0, dot.1, series: index)
        }
        last = dot
      }
    }
    return legend + field(canvas) + axis + data.remarks.flatMap(style.lines(of:))
  }

  /// Braille tells nothing apart without colours.
  private var isBraille: Bool {
    style.isUnicode && (data.series.count == 1 || style.hasColors)
  }

  private var legend: [String] {
    var lines = [""]
    var length = 0
    for (index, series) in data.series.enumerated() {
      let name = TerminalText.cut(series.name, to: max(1, style.chartWidth - 2))
      let sign =
        data.series.count == 1
        ? "" : (isBraille ? "⣿" : String(Canvas.signs[index])) + " "
      let size = TerminalText.width(of: sign + name)
      if length > 0, length + 2 + size > style.chartWidth {
        lines.append("")
        length = 0
      }
      lines[lines.count - 1] +=
        (length > 0 ? "  " : "") + style.painted(sign, as: .series(index))
        + style.painted(name, as: .header)
      length += (length > 0 ? 2 : 0) + size
    }
    return lines
  }

  private func field(_ canvas: Canvas) -> [String] {
    let (plain, marked) = style.isUnicode ? ("│", "┤") : ("|", "+")
    return (0..<height).map { row in
      let mark = marks[row]
      return (mark ?? "").padded(to: markWidth) + " " + (mark == nil ? plain : marked)
        + canvas.line(row, style)
    }
  }

  /// The line below the field, the marks below it, and the name of the axis.
  private var axis: [String] {
    let (corner, line, tick) = style.isUnicode ? ("└", "─", "┬") : ("+", "-", "+")
    var cells = Array(repeating: line, count: width)
    var texts = ""
    for mark in x.marks {
      let cell = Self.cell(x.share(of: mark.number), width)
      cells[cell] = tick
      let text = data.x.text.text(mark)
      let size = TerminalText.width(of: text)
      let start = max(0, min(cell - size / 2, width - size))
      let end = TerminalText.width(of: texts)
      // A text that would touch the one before it is left out; its mark stays.
      guard size <= width, end == 0 || start > end else { continue }
      texts = texts.filled(to: start) + text
    }
    let margin = String(repeating: " ", count: markWidth + 1)
    let name = data.xName.titled(x.context, within: style.chartWidth)
    return [
      margin + corner + cells.joined(), margin + " " + texts,
      String(repeating: " ", count: style.chartWidth - TerminalText.width(of: name))
        + style.painted(name, as: .header),
    ]
  }
}

/// A field of cells in which dots are set: eight in each cell of braille, or one character a cell.
struct Canvas {
  /// The characters for different lines, without braille.
  static let signs: [Character] = ["*", "+", "o", "x"]

  private let width: Int
  private let isBraille: Bool
  /// The dots of each cell, as the bits of braille's patterns.
  private var dots: [UInt8]
  /// The line whose dot was set last in a cell.
  private var owners: [UInt8]

  /// The size in dots.
  let (columns, rows): (Int, Int)

  init(width: Int, height: Int, isBraille: Bool) {
    (self.width, self.isBraille) = (width, isBraille)
    columns = isBraille ? width * 2 : width
    rows = isBraille ? height * 4 : height
    dots = Array(repeating: 0, count: width * height)
    owners = dots
  }

  mutating func set(_ x: Int, _ y: Int, series: Int) {
    let cell = isBraille ? y / 4 * width + x / 2 : y * width + x
    // The patterns count down the left column, then the right one; the lowest row came later.
    let row = y % 4
    let bit = row == 3 ? 6 + x % 2 : row + x % 2 * 3
    dots[cell] |= isBraille ? 1 << UInt8(bit) : 1
    owners[cell] = UInt8(series)
  }

  /// Sets the dots of a straight line, by Bresenham's algorithm.
  mutating func join(_ start: (Int, Int), _ end: (Int, Int), series: Int) {
    var (x, y) = start
    let (dx, dy) = (abs(end.0 - x), -abs(end.1 - y))
    let (stepX, stepY) = (x < end.0 ? 1 : -1, y < end.1 ? 1 : -1)
    var error = dx + dy
    while true {
      set(x, y, series: series)
      if x == end.0, y == end.1 { return }
      let double = 2 * error
      if double >= dy {
        error += dy
        x += stepX
      }
      if double <= dx {
        error += dx
        y += stepY
      }
    }
  }

  /// The cells of a row, in the colours of their lines, without blanks at the end.
  @MainActor
  func line(_ row: Int, _ style: OutputStyle) -> String {
    var (text, run) = ("", "")
    var owner: UInt8 = 0
    func painted() -> String { style.painted(run, as: .series(Int(owner))) }
    let cells = row * width..<(row + 1) * width
    guard let last = cells.last(where: { dots[$0] != 0 }) else { return "" }
    for cell in cells.lowerBound...last {
      if dots[cell] == 0 {
        run += " "
        continue
      }
      if owners[cell] != owner {
        text += painted()
        (run, owner) = ("", owners[cell])
      }
      let pattern = isBraille ? Unicode.Scalar(0x2800 + UInt32(dots[cell])) : nil
      run.append(pattern.map(Character.init) ?? Self.signs[Int(owner)])
    }
    return text + painted()
  }
}
