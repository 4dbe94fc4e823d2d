extension TerminalText {
  /// The text in lines of at most a width, broken at blanks where there are any.
  ///
  /// Nothing is lost but the blanks at which it breaks.
  ///
  /// - Parameters:
  ///   - text: one line, escaped.
  ///   - width: the width in cells; at least two, or a wide character has no room.
  /// - Returns: at least one line.
  static func lines(of text: String, folding width: Int) -> [String] {
    guard self.width(of: text) > width else { return [text] }
    var lines: [String] = []
    var line = ""
    var used = 0
    for word in text.split(separator: " ") {
      var word = word
      var needed = self.width(of: String(word))
      if !line.isEmpty, used + 1 + needed <= width {
        line += " " + word
        used += 1 + needed
        continue
      }
      if !line.isEmpty { lines.append(line) }
      while needed > width {
        let piece = beginning(of: word, width: width)
        lines.append(String(piece))
        word = word[piece.endIndex...]
        needed = self.width(of: String(word))
      }
      line = String(word)
      used = needed
    }
    return !line.isEmpty || lines.isEmpty ? lines + [line] : lines
  }

  /// As many characters as fit, and never none.
  private static func beginning(of word: Substring, width: Int) -> Substring {
    var used = 0
    var end = word.startIndex
    while end < word.endIndex {
      used += self.width(of: word[end])
      if used > width, end > word.startIndex { break }
      end = word.index(after: end)
    }
    return word[..<end]
  }
}
