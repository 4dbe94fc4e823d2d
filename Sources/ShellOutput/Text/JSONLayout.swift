/// The layout of JSON: one line for programs, indented and coloured for people.
struct JSONLayout {
  private static let step = "  "

  /// The depth of an object in the indented layout; nil for a single line.
  let depth: Int?

  let colors: Palette?

  /// Whether to escape control and invisible characters, such as `\u009b`.
  let escapesHostile: Bool

  static let compact = JSONLayout(depth: nil, colors: nil, escapesHostile: false)

  /// One line, escaped on a terminal.
  static func line(_ style: OutputStyle) -> JSONLayout {
    JSONLayout(depth: nil, colors: nil, escapesHostile: style.isTerminal)
  }

  /// Indented on a terminal, otherwise one line.
  ///
  /// `depth` counts the arrays and objects around this.
  static func readable(
    _ style: OutputStyle, depth: Int, escapesAlways: Bool = false
  ) -> JSONLayout {
    JSONLayout(
      depth: style.isTerminal ? depth : nil, colors: style.isTerminal ? style.colors : nil,
      escapesHostile: style.isTerminal || escapesAlways)
  }

  /// A newline with the indentation of some levels inside the object; empty in the layout of one line.
  func newline(_ levels: Int = 0) -> String {
    guard let depth else { return "" }
    return "\n" + String(repeating: Self.step, count: depth + levels)
  }

  /// Appends a part in the colour of its role.
  func append(as role: Palette.Role, to bytes: inout [UInt8], _ part: (inout [UInt8]) -> Void) {
    let start = colors?.start(of: role) ?? ""
    bytes.append(start)
    part(&bytes)
    if !start.isEmpty { bytes.append(Palette.end) }
  }
}
