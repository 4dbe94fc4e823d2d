extension TerminalText {
  /// The width of a text in terminal cells.
  ///
  /// Wide and fullwidth characters take two cells, combining ones none, and an emoji two, whatever the
  /// number of its scalars. The text must be escaped: control characters count as 0.
  public static func width(of text: String) -> Int {
    if isPrintableASCII(text) { return text.utf8.count }
    return text.reduce(0) { $0 + width(of: $1) }
  }

  /// Cuts a text to a width, with `…` at the end if it was too wide.
  public static func cut(_ text: String, to width: Int) -> String {
    guard width > 0 else { return "" }
    if text.utf8.count <= width, isPrintableASCII(text) { return text }
    var used = 0
    var end = text.startIndex
    var endOfCut = text.startIndex
    while end < text.endIndex {
      used += self.width(of: text[end])
      if used > width { return "\(text[..<endOfCut])…" }
      end = text.index(after: end)
      if used < width { endOfCut = end }
    }
    return text
  }

  static func width(of character: Character) -> Int {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return 0 }
    if scalars.dropFirst().isEmpty { return width(of: first) }
    if isRegionalIndicator(first) { return 2 }
    if first.properties.isEmoji,
      scalars.contains(where: { isEmojiSelector($0) || (!first.isASCII && joinsEmoji($0)) })
    {
      return 2
    }
    return scalars.reduce(0) { $0 + width(of: $1) }
  }

  private static func width(of scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0x20...0x7E, 0xA0...0x2FF: return 1
    case 0x00...0x9F: return 0
    // Terminals draw the vowels and finals of Hangul syllables in the consonant's cells.
    case 0x1160...0x11FF, 0xD7B0...0xD7FF: return 0
    default: break
    }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return 0
    case .format where scalar.properties.isDefaultIgnorableCodePoint: return 0
    default: return WideScalars.contains(scalar) ? 2 : 1
    }
  }

  private static func isRegionalIndicator(_ scalar: Unicode.Scalar) -> Bool {
    (0x1F1E6...0x1F1FF).contains(scalar.value)
  }

  private static func isEmojiSelector(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value == 0xFE0F
  }

  private static func joinsEmoji(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value == 0x200D || scalar.properties.isEmojiModifier
  }
}

extension TerminalText {
  /// Wraps a text between words; breaks only words that are wider than a line.
  ///
  /// Returns at least one line. The width is at least two cells, as for a wide character.
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

  /// As many characters as fit, but at least one.
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
