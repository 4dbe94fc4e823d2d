import ShellOutput

/// Notices waiting to be shown: the first few, and the number of the others.
struct NoticeQueue {
  /// How many notices are shown at a time.
  static let shown = 10
  /// Longer notices are cut, in characters.
  private static let longest = 2000

  private var first: [String] = []
  private var others = 0

  var isEmpty: Bool { first.isEmpty }

  /// `isNeeded` is true for a line without which the user cannot go on: it is shown in any case, and whole.
  mutating func add(_ notice: String, isNeeded: Bool = false) {
    guard isNeeded || first.count < Self.shown else {
      others += 1
      return
    }
    let isLong = !isNeeded && notice.utf8.count > Self.longest && notice.count > Self.longest
    first.append(isLong ? notice.prefix(Self.longest) + "…" : notice)
  }

  /// Removes all notices; returns the lines to show, escaped and wrapped at spaces.
  mutating func take(columns: Int?) -> [String] {
    let style = OutputStyle(isTerminal: true, columns: columns)
    var lines = first.flatMap { style.lines(of: $0) }
    if others > 0 { lines.append("… and \(others) more \(others == 1 ? "notice" : "notices")") }
    self = NoticeQueue()
    return lines
  }
}
