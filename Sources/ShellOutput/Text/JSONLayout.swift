/// How JSON looks: in one line for a program, indented and coloured for a reader.
struct JSONLayout {
  /// What is coloured, with the codes of ECMA-48's SGR.
  enum Part: String {
    case name = "1;34"
    case string = "32"
    case other = "33"
  }

  private static let step = "  "

  /// How deep an object stands; nil for one line.
  let depth: Int?

  /// Whether there are colours.
  let hasColors: Bool

  /// Whether what a terminal would obey is written as `\u009b`.
  let escapesHostile: Bool

  /// One line, as it came.
  static let compact = JSONLayout(depth: nil, hasColors: false, escapesHostile: false)

  /// One line, fit for whoever reads it.
  static func line(_ style: OutputStyle) -> JSONLayout {
    JSONLayout(depth: nil, hasColors: false, escapesHostile: style.isTerminal)
  }

  /// Indented where a terminal reads it, else one line.
  ///
  /// - Parameters:
  ///   - depth: how many arrays and objects stand around the object.
  ///   - escapesAlways: whether a file or a pipe gets it escaped too.
  static func readable(
    _ style: OutputStyle, depth: Int, escapesAlways: Bool = false
  ) -> JSONLayout {
    JSONLayout(
      depth: style.isTerminal ? depth : nil, hasColors: style.isTerminal && style.hasColors,
      escapesHostile: style.isTerminal || escapesAlways)
  }

  /// A new line and its indentation, a number of levels inside the object; nothing in one line.
  func newline(_ levels: Int = 0) -> String {
    guard let depth else { return "" }
    return "\n" + String(repeating: Self.step, count: depth + levels)
  }

  /// The text before a coloured part.
  func start(of part: Part) -> String { hasColors ? "\u{1B}[\(part.rawValue)m" : "" }

  /// The text after a coloured part.
  var end: String { hasColors ? "\u{1B}[0m" : "" }
}
