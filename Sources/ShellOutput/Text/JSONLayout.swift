/// The layout of JSON: one line for programs, indented and coloured for people.
struct JSONLayout {
  /// A part with a colour of its own, and the colour's code in ECMA-48's SGR.
  enum Part: String {
    case name = "1;34"
    case string = "32"
    case other = "33"
  }

  private static let step = "  "

  /// The depth of an object in the indented layout; nil for one line.
  let depth: Int?

  /// Whether to colour.
  let hasColors: Bool

  /// Whether to escape control and invisible characters, such as `\u009b`.
  let escapesHostile: Bool

  /// One line, without extra escapes.
  static let compact = JSONLayout(depth: nil, hasColors: false, escapesHostile: false)

  /// One line, escaped on a terminal.
  static func line(_ style: OutputStyle) -> JSONLayout {
    JSONLayout(depth: nil, hasColors: false, escapesHostile: style.isTerminal)
  }

  /// Indented on a terminal, otherwise one line.
  ///
  /// - Parameters:
  ///   - depth: the number of arrays and objects around the object.
  ///   - escapesAlways: whether to escape in files and pipes too.
  static func readable(
    _ style: OutputStyle, depth: Int, escapesAlways: Bool = false
  ) -> JSONLayout {
    JSONLayout(
      depth: style.isTerminal ? depth : nil, hasColors: style.isTerminal && style.hasColors,
      escapesHostile: style.isTerminal || escapesAlways)
  }

  /// A newline and the indentation for a number of levels inside the object; empty in one line.
  func newline(_ levels: Int = 0) -> String {
    guard let depth else { return "" }
    return "\n" + String(repeating: Self.step, count: depth + levels)
  }

  /// The escape sequence before a coloured part.
  func start(of part: Part) -> String { hasColors ? "\u{1B}[\(part.rawValue)m" : "" }

  /// The escape sequence after a coloured part.
  var end: String { hasColors ? "\u{1B}[0m" : "" }
}
