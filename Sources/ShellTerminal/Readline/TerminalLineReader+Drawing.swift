import CReadline
import Glibc
import ShellCommands
import ShellOutput

/// Draws the line while it is typed: its colours, the suggestion, and the menu of candidates.
extension TerminalLineReader {
  /// Decides whether the line that begins is drawn here or by readline.
  func beginDrawing() {
    let help = help
    let isDrawn =
      current?.completer != nil && seashell_readline_is_ansi() != 0
      && seashell_readline_marks_line() == 0
    screen.begin()
    current?.help = help
    current?.palette = isDrawn && (help.highlights || help.suggestions) ? colors() : nil
    seashell_readline_draw_by(current?.palette == nil ? nil : Readline.draw)
  }

  func drawLine() {
    guard let current, let palette = current.palette else { return rl_redisplay() }
    var (rows, columns): (Int32, Int32) = (0, 0)
    rl_get_screen_size(&rows, &columns)
    // A longer line has no room on the screen, and is not read at each key.
    guard Int(seashell_readline_length()) <= 4 * Int(rows) * Int(columns),
      let text = String(validating: Readline.line, as: UTF8.self)
    else {
      self.current?.menu = nil
      self.current?.offer = nil
      return screen.draw(limit: false) { _, _, _ in nil }
    }
    let point = Int(seashell_readline_point())
    let styles = styles(of: text, at: point, palette)
    let offer = suggestion(after: text, at: point)
    var menu = current.menu
    let prompt = String(cString: seashell_readline_prompt())
    screen.draw(limit: Self.isSlow) { columns, rows, isShort in
      var frame = LineFrame(columns: columns, rows: rows)
      guard frame.add(prompt: prompt),
        frame.add(line: text, point: point, style: { $0 < styles.count ? styles[$0] : "" })
      else { return nil }
      if let offer, !isShort {
        frame.add(
          suggestion: TerminalText.escaped(TerminalText.flattened(offer)),
          style: palette.code(of: .suggestion))
      }
      if menu != nil {
        let room = min(rows - frame.rows.count, max(rows / 2, 2))
        guard room >= 2, let lines = menu?.lines(columns: columns, rows: room, palette) else {
          return nil
        }
        frame.add(below: lines)
      }
      return frame
    }
    self.current?.menu = screen.isDrawn ? menu : nil
    self.current?.offer = screen.showsSuggestion ? offer : nil
  }

  /// The style of each byte; none at the end stands for plain text.
  private func styles(of text: String, at point: Int, _ palette: Palette) -> [String] {
    var styles: [String] = []
    func paint(_ range: Range<Int>, _ role: Palette.Role) {
      guard range.lowerBound >= 0, range.upperBound <= text.utf8.count else { return }
      if styles.isEmpty { styles = [String](repeating: "", count: text.utf8.count) }
      let code = palette.code(of: role)
      for index in range { styles[index] = code }
    }
    if current?.help.highlights == true, seashell_readline_is_searching() == 0 {
      for part in current?.completer?.highlights(of: text, at: point) ?? []
      // The bracket that matches changes with each movement.
      where !(Self.isSlow && part.role == .bracket) {
        paint(part.range, part.role)
      }
    }
    var end: Int32 = 0
    let start = seashell_readline_selection(&end)
    if start < end { paint(Int(start)..<Int(end), .match) }
    return styles
  }

  /// The rest of the suggestion for a line, if the cursor is at its end.
  private func suggestion(after text: String, at point: Int) -> String? {
    guard let current, current.help.suggestions, current.menu == nil, current.hasHistory,
      point == text.utf8.count,
      seashell_readline_is_searching() == 0, seashell_readline_is_moving() == 0
    else { return nil }
    // In the middle of a key's bytes, nothing new is offered.
    if seashell_readline_is_in_key() != 0 { return current.offer }
    let whole = (current.completer?.typedBefore ?? "") + text
    guard let found = search.continuation(of: whole, in: current.help.environment) else {
      return nil
    }
    // A single key takes it, so it must not change data.
    if whole.isEmpty, current.completer?.writes(found) == true { return nil }
    let rest = Substring(found.utf8.dropFirst(whole.utf8.count))
    // It would change the last character.
    let isPart = rest.unicodeScalars.first?.properties.isGraphemeExtend == true
    return isPart ? nil : String(rest)
  }

  func takeSuggestion(word: Bool) -> Bool {
    guard let offer = current?.offer, seashell_readline_point() == seashell_readline_length()
    else { return false }
    var taken = Substring(offer)
    if word {
      let start = offer.firstIndex { !$0.isWhitespace } ?? offer.endIndex
      taken = offer[..<(offer[start...].firstIndex(where: \.isWhitespace) ?? offer.endIndex)]
    }
    seashell_readline_insert(String(taken), 0)
    return true
  }

  /// Whether each byte may take long: over ssh.
  private static let isSlow: Bool = {
    let names: [String] = ["SSH_CONNECTION", "SSH_TTY", "SSH_CLIENT"]
    return names.contains { getenv($0) != nil }
  }()
}
