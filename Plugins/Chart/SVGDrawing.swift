import SeashellKit

/// Draws charts as SVG, for light and dark pages.
@MainActor
enum SVGDrawing {
  private static let width = 720.0
  /// The width of a character of the font, which has one width for all, and of the margin.
  private static let (character, margin) = (7.3, 16.0)
  private static let lineHeight = 22.0

  /// The colours of the standard palette's roles `series1` to `series4`.
  private static let colors = ["#005fff", "#d75f00", "#00af87", "#af5faf"]

  static func empty(_ remark: String) -> String {
    document(height: 3 * lineHeight, title: remark, [text(remark, margin, 2 * lineHeight)])
  }

  static func bars(_ data: BarData) -> String {
    let limit = data.keepsLabels ? width * 0.6 : width / 3
    let data = data.fitting(Int(limit / character))
    let title = data.labelName.titled(data.labelContext, within: Int(limit / character))
    let labelWidth = min(limit, character * Double(widest(data.rows.map(\.label) + [title])))
    let textWidth = min(
      width / 4, character * Double(widest(data.rows.map(\.text) + [data.valueName])))
    let (labelRoom, textRoom) = (Int(labelWidth / character), Int(textWidth / character))
    let textEnd = margin + labelWidth + margin + textWidth
    let room = width - margin - textEnd - margin
    let range = data.range
    let size = max(range.upperBound / 2 - range.lowerBound / 2, .leastNormalMagnitude)
    func place(_ number: Double) -> Double {
      textEnd + margin + (number / 2 - range.lowerBound / 2) / size * room
    }
    var parts = [
      text(title, margin, lineHeight, "name"),
      text(TerminalText.cut(data.valueName, to: textRoom), textEnd, lineHeight, "name end"),
    ]
    var y = lineHeight
    for row in data.rows {
      y += lineHeight
      parts.append(text(TerminalText.cut(row.label, to: labelRoom), margin, y))
      guard let number = row.number else { continue }
      parts.append(text(TerminalText.cut(row.text, to: textRoom), textEnd, y, "end"))
      let (start, end) = (place(min(0, number)), place(max(0, number)))
      parts.append(
        "<rect class=\"s0\" x=\"\(rounded(start))\" y=\"\(rounded(y - 13))\""
          + " width=\"\(rounded(end - start))\" height=\"16\"/>")
    }
    let zero = rounded(place(0))
    parts.append(
      line(zero, rounded(lineHeight + 6), zero, rounded(y + 5)))
    return document(
      height: y, title: "\(data.valueName) by \(data.labelName)", parts, data.remarks)
  }

  static func plot(_ data: PlotData) -> String {
    let (x, y) = (data.x.scale(7), data.y.scale(6))
    let marks = y.marks.map { TerminalText.cut(data.y.text.text($0), to: 30) }
    let left = margin + character * Double(widest(marks)) + 10
    let (right, top) = (width - margin - 20, 2 * lineHeight)
    let bottom = top + 300
    func placeX(_ number: Double) -> Double { left + x.share(of: number) * (right - left) }
    func placeY(_ number: Double) -> Double { bottom - y.share(of: number) * (bottom - top) }
    var parts: [String] = []
    var nameX = left
    for (index, series) in data.series.enumerated() {
      if data.series.count > 1 {
        parts.append(
          "<rect class=\"s\(index)\" x=\"\(rounded(nameX))\" y=\"\(rounded(lineHeight - 10))\""
            + " width=\"12\" height=\"12\"/>")
        nameX += 18
      }
      let name = TerminalText.cut(series.name, to: 80 / data.series.count)
      parts.append(text(name, nameX, lineHeight, "name"))
      nameX += character * Double(TerminalText.width(of: name)) + 20
    }
    for (mark, label) in zip(y.marks, marks) {
      let place = placeY(mark.number)
      parts.append(line(rounded(left), rounded(place), rounded(right), rounded(place), "grid"))
      parts.append(text(label, left - 8, place + 4, "end"))
    }
    for mark in x.marks {
      let place = rounded(placeX(mark.number))
      parts.append(line(place, rounded(bottom), place, rounded(bottom + 5)))
      parts.append(text(data.x.text.text(mark), placeX(mark.number), bottom + 20, "middle"))
    }
    parts.append(line(rounded(left), rounded(bottom), rounded(right), rounded(bottom)))
    for (index, series) in data.series.enumerated() {
      parts += shapes(
        series.points.map { $0.map { (rounded(placeX($0.x)), rounded(placeY($0.y))) } },
        joined: data.joinsPoints, index)
    }
    parts.append(
      text(data.xName.titled(x.context, within: 80), right, bottom + 2 * lineHeight, "name end"))
    let names = data.series.map(\.name).joined(separator: ", ")
    return document(
      height: bottom + 2 * lineHeight, title: "\(names) by \(data.xName)", parts, data.remarks)
  }

  /// The lines through points, each until a missing value, or the points alone.
  private static func shapes(
    _ points: [(String, String)?], joined: Bool, _ series: Int
  ) -> [String] {
    func dot(_ point: (String, String)) -> String {
      "<circle class=\"s\(series)\" cx=\"\(point.0)\" cy=\"\(point.1)\" r=\"2.5\"/>"
    }
    guard joined else { return points.compactMap { $0.map(dot) } }
    return points.split { $0 == nil }.map { run in
      let run = run.compactMap(\.self)
      if run.count == 1 { return dot(run[0]) }
      let path = run.map { "\($0.0),\($0.1)" }.joined(separator: " ")
      return "<polyline class=\"l\(series)\" points=\"\(path)\"/>"
    }
  }

  private static func document(
    height: Double, title: String, _ parts: [String], _ remarks: [String] = []
  ) -> String {
    var (y, parts) = (height, parts)
    for remark in remarks {
      y += lineHeight
      parts.append(text(remark, margin, y, "remark"))
    }
    let size = "\(rounded(width))\" height=\"\(rounded(y + margin))"
    let box = "0 0 \(rounded(width)) \(rounded(y + margin))"
    var styles = [
      "text{font:12px ui-monospace,Menlo,Consolas,monospace;fill:#1f2328}",
      ".name{font-weight:bold}.end{text-anchor:end}.middle{text-anchor:middle}",
      "line{stroke:#59636e}.grid{stroke:#59636e;stroke-opacity:.25}",
      "polyline{fill:none;stroke-width:2;stroke-linejoin:round}.remark{font-style:italic}",
    ]
    for (index, color) in colors.enumerated() {
      styles.append(".s\(index){fill:\(color)}.l\(index){stroke:\(color)}")
    }
    styles.append(
      "@media(prefers-color-scheme:dark){text{fill:#f0f6fc}line{stroke:#9198a1}}")
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(size)" viewBox="\(box)" role="img">
      <title>\(escaped(title))</title>
      <style>\(styles.joined())</style>
      \(parts.joined(separator: "\n"))
      </svg>
      """
  }

  private static func text(
    _ text: String, _ x: Double, _ y: Double, _ style: String = ""
  ) -> String {
    let style = style.isEmpty ? "" : " class=\"\(style)\""
    return "<text x=\"\(rounded(x))\" y=\"\(rounded(y))\"\(style) xml:space=\"preserve\">"
      + "\(escaped(text))</text>"
  }

  private static func line(
    _ x1: String, _ y1: String, _ x2: String, _ y2: String, _ style: String = ""
  ) -> String {
    let style = style.isEmpty ? "" : " class=\"\(style)\""
    return "<line x1=\"\(x1)\" y1=\"\(y1)\" x2=\"\(x2)\" y2=\"\(y2)\"\(style)/>"
  }

  private static func widest(_ texts: [String]) -> Int {
    texts.map { TerminalText.width(of: $0) }.max() ?? 0
  }

  /// A length to a tenth of a pixel.
  private static func rounded(_ length: Double) -> String {
    let tenths = Int((length * 10).rounded())
    let (whole, rest) = tenths.magnitude.quotientAndRemainder(dividingBy: 10)
    return (tenths < 0 ? "-" : "") + (rest == 0 ? "\(whole)" : "\(whole).\(rest)")
  }

  /// The text as XML may contain it.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      default: escaped.unicodeScalars.append(TerminalText.isHostile(scalar) ? "\u{FFFD}" : scalar)
      }
    }
    return escaped
  }
}
