import ShellOutput

/// Writes frames to a terminal, but only the lines that differ from the previous frame.
struct FrameWriter {
  private var shown: [String] = []
  private var columns = 0

  /// Returns the text that updates the screen to a frame, which has a line for each row.
  mutating func update(to frame: [String], columns: Int) -> String {
    var text = ""
    if frame.count != shown.count || columns != self.columns {
      text = "\u{1B}[1;1H\u{1B}[2J"
      shown = Array(repeating: "", count: frame.count)
    }
    for (row, line) in frame.enumerated() where line != shown[row] {
      text += "\u{1B}[\(row + 1);1H\(line)"
      // At the right edge, some terminals would erase the last character.
      let width = TerminalText.width(of: LiveSearch.plainText(of: line))
      if width < columns { text += "\u{1B}[K" }
    }
    (shown, self.columns) = (frame, columns)
    return text
  }

  mutating func reset() { (shown, columns) = ([], 0) }
}
