extension TerminalText {
  /// How many cells of a terminal the text takes.
  ///
  /// Wide and fullwidth characters take two, combining ones none, an emoji two however many
  /// scalars it is made of. The text must have been escaped: a control character counts as none.
  package static func width(of text: String) -> Int {
    if isPrintableASCII(text) { return text.utf8.count }
    return text.reduce(0) { $0 + width(of: $1) }
  }

  /// The text's beginning that fits into the width, ending in `…` where something was cut off.
  package static func cut(_ text: String, to width: Int) -> String {
    guard width > 0 else { return "" }
    if text.utf8.count <= width, isPrintableASCII(text) { return text }
    var used = 0
    var end = text.startIndex
    var endOfCut = text.startIndex
    while end < text.endIndex {
      used += self.width(of: text[end])
      if used > width { return text[..<endOfCut] + "…" }
      end = text.index(after: end)
      if used < width { endOfCut = end }
    }
    return text
  }

  /// How many cells of a terminal one character takes.
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
    // The vowels and finals of Hangul syllables are drawn into the cells of their consonant.
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
