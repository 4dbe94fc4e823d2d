import ShellOutput
import ShellRuntime

/// The visible part of a page on a live screen, with its scroll position and search.
@MainActor
struct LiveViewport {
  private enum Mode: Equatable {
    case reading
    case typing(String)
    /// Reading a message in the last line.
    case told(String)
  }

  private(set) var size: (columns: Int, rows: Int)
  private var page: LivePage
  private var lines: LiveLines
  private let style: OutputStyle
  private(set) var top = 0
  private var mode = Mode.reading
  private var search: LiveSearch?
  private var match: Int?

  init(_ page: LivePage, size: (columns: Int, rows: Int), style: OutputStyle) {
    self.page = page
    self.size = size
    self.style = style
    lines = LiveLines(page, columns: size.columns, style: style)
  }

  mutating func show(_ page: LivePage) {
    self.page = page
    layOut()
  }

  mutating func resize(to size: (columns: Int, rows: Int)) {
    self.size = size
    layOut()
  }

  private mutating func layOut() {
    lines = LiveLines(page, columns: size.columns, style: style)
    scroll(to: top)
  }

  private mutating func scroll(to line: Int) {
    top = max(0, min(line, lines.all.count - bodyRows))
  }

  /// Returns true to leave the screen.
  mutating func handle(_ key: LiveKey) -> Bool {
    if case .typing(let text) = mode {
      type(key, behind: text)
      return false
    }
    mode = .reading
    let screen = max(1, bodyRows - 1)
    switch key {
    case .character("q"), .character("Q"): return true
    case .up, .character("k"): scroll(to: top - 1)
    case .down, .enter, .character("j"): scroll(to: top + 1)
    case .pageUp, .character("b"): scroll(to: top - screen)
    case .pageDown, .character(" "), .character("f"): scroll(to: top + screen)
    case .home, .character("g"): scroll(to: 0)
    case .end, .character("G"): scroll(to: lines.all.count)
    case .character("/"): mode = .typing("")
    case .character("n"): find(forward: true)
    case .character("N"): find(forward: false)
    case .character, .escape, .backspace, .redraw: break
    }
    return false
  }

  private mutating func type(_ key: LiveKey, behind text: String) {
    switch key {
    case .character(let character): mode = .typing(text + String(character))
    case .backspace: mode = text.isEmpty ? .reading : .typing(String(text.dropLast()))
    case .escape: mode = .reading
    case .enter:
      mode = .reading
      if !text.isEmpty { (search, match) = (LiveSearch(text), nil) }
      find(forward: true)
    default: break
    }
  }

  /// Goes to the next or the previous match, continuing at the other end.
  private mutating func find(forward: Bool) {
    guard let search else { return mode = .told("nothing to search: type / and a text") }
    let count = lines.all.count
    let start = match.map { $0 + (forward ? 1 : -1) } ?? top
    for offset in 0..<max(0, count) {
      let index = ((forward ? start + offset : start - offset) % count + count) % count
      guard search.matches(lines.all[index].text) else { continue }
      match = index
      if !(top..<top + bodyRows).contains(index) { scroll(to: index - bodyRows / 2) }
      return
    }
    mode = .told("no match")
  }

  private var hasHeader: Bool { lines.header != nil && size.rows >= 3 }
  private var hasFooter: Bool { size.rows >= (mode == .reading ? 4 : 2) }
  private var bodyRows: Int { max(0, size.rows - 1 - (hasHeader ? 1 : 0) - (hasFooter ? 1 : 0)) }

  /// Reverse video is not a colour, and shows where the title ends, so it stays without colours.
  private var palette: Palette { style.colors ?? .standard }

  var frame: [String] {
    var frame = [palette.painted(title, as: .title)]
    if hasHeader, let header = lines.header {
      frame.append(String(repeating: " ", count: LiveLines.margin) + header)
    }
    let end = min(lines.all.count, top + bodyRows)
    for line in lines.all[min(top, end)..<end] { frame.append(text(of: line)) }
    let blanks = size.rows - (hasFooter ? 1 : 0) - frame.count
    frame += Array(repeating: "", count: max(0, blanks))
    if hasFooter { frame.append(footer) }
    return Array(frame.prefix(size.rows))
  }

  private func text(of line: LiveLines.Line) -> String {
    let sign =
      switch line.mark {
      case .new: "+ "
      case .changed: "~ "
      case nil: "  "
      }
    let text = sign + (search?.highlighted(line.text, palette) ?? line.text)
    guard line.mark != nil, let start = style.colors?.start(of: .changed), !start.isEmpty else {
      return text
    }
    let parts = text.split(separator: Palette.end, omittingEmptySubsequences: false)
    return start + parts.joined(separator: Palette.end + start) + Palette.end
  }

  private var title: String {
    let state = [page.time, page.status].filter { !$0.isEmpty }.joined(separator: "  ")
    let status = TerminalText.escaped(TerminalText.flattened(state))
    let statement = TerminalText.escaped(TerminalText.flattened(page.statement))
    let width = TerminalText.width(of: statement)
    // A long reason leaves a third of the line to the statement.
    let least = min(width, size.columns / 3)
    let shown = TerminalText.cut(status, to: max(0, size.columns - least - 2))
    let room = size.columns - TerminalText.width(of: shown) - 2
    let left = TerminalText.cut(statement, to: max(0, room))
    let gap = size.columns - TerminalText.width(of: left) - TerminalText.width(of: shown)
    return TerminalText.cut(
      left + String(repeating: " ", count: max(0, gap)) + shown, to: size.columns)
  }

  private var footer: String {
    switch mode {
    case .typing(let text):
      // The end of a long text is the part being typed.
      var shown = TerminalText.escaped(text)
      while TerminalText.width(of: shown) > max(0, size.columns - 2), !shown.isEmpty {
        shown.removeFirst()
      }
      return "/\(shown)\u{1B}[7m \u{1B}[0m"
    case .told(let text): return TerminalText.cut(text, to: size.columns)
    case .reading: break
    }
    var parts: [String] = []
    let end = min(lines.all.count, top + bodyRows)
    if end - top < lines.all.count { parts.append("\(top + 1)-\(end) of \(lines.all.count)") }
    let marks = lines.all.compactMap(\.mark)
    let counts = [
      (marks.count { $0 == .new }, "new"), (marks.count { $0 == .changed }, "changed"),
      (page.removedCount, "removed"),
    ]
    parts += counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    let left = parts.joined(separator: ", ")
    let hint = "q leaves, / searches"
    let gap = size.columns - left.utf8.count - hint.utf8.count
    return gap >= 2 || (left.isEmpty && gap >= 0)
      ? left + String(repeating: " ", count: gap) + hint : TerminalText.cut(left, to: size.columns)
  }
}
