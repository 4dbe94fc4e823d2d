/// What reads an output, and what it can show.
public struct OutputStyle: Sendable, Equatable {
  /// Whether a terminal reads it, so that what came from outside is escaped.
  public var isTerminal: Bool

  /// How many cells a line may have; nil where nothing bounds it.
  public var columns: Int?

  /// Whether it may carry colours.
  public var hasColors: Bool

  /// Makes a style.
  ///
  /// - Parameters:
  ///   - isTerminal: whether a terminal reads it.
  ///   - columns: the terminal's width in cells; fewer than two are taken for two, the width of
  ///     the widest character.
  ///   - hasColors: whether it may carry colours.
  public init(isTerminal: Bool, columns: Int? = nil, hasColors: Bool = false) {
    self.isTerminal = isTerminal
    self.columns = columns.map { max(2, $0) }
    self.hasColors = hasColors
  }

  /// A file or a pipe: everything goes there as it came.
  public static let plain = OutputStyle(isTerminal: false)

  /// A message as its reader gets it: escaped, and on a terminal broken at blanks where it is wider.
  ///
  /// It is escaped even where no terminal reads it: a log is looked at on a terminal later.
  package func lines(of message: String) -> [String] {
    let text = TerminalText.escaped(message)
    guard isTerminal, let columns else { return [text] }
    return TerminalText.lines(of: text, folding: columns)
  }

  /// A way to make text stand out.
  enum Emphasis: String {
    case bold = "1"
    case red = "31"
    case yellow = "33"
  }

  /// The text with the emphasis where there are colours, and as it is where there are none.
  func emphasized(_ text: String, _ emphasis: Emphasis) -> String {
    hasColors && !text.isEmpty ? "\u{1B}[\(emphasis.rawValue)m\(text)\u{1B}[0m" : text
  }
}
