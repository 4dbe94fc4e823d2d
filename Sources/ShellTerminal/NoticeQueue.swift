import ShellOutput

/// Notices that wait to be shown: the first few, and how many came after them.
struct NoticeQueue {
  /// How many are shown at once.
  static let shown = 10
  /// The longest notice that is kept whole, in characters.
  private static let longest = 2000

  private var first: [String] = []
  private var others = 0

  /// Whether nothing waits.
  var isEmpty: Bool { first.isEmpty }

  /// Adds a notice.
  mutating func add(_ notice: String) {
    guard first.count < Self.shown else {
      others += 1
      return
    }
    let isLong = notice.utf8.count > Self.longest && notice.count > Self.longest
    first.append(isLong ? notice.prefix(Self.longest) + "…" : notice)
  }

  /// Takes all of them out.
  ///
  /// - Parameter columns: the terminal's width; nil where it is not known.
  /// - Returns: what is shown: lines, escaped and broken at blanks.
  mutating func take(columns: Int?) -> [String] {
    let style = OutputStyle(isTerminal: true, columns: columns)
    var lines = first.flatMap { style.lines(of: $0) }
    if others > 0 { lines.append("… and \(others) more \(others == 1 ? "notice" : "notices")") }
    self = NoticeQueue()
    return lines
  }
}
