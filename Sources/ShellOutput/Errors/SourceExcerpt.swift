struct SourceExcerpt {
  private static let indent = "  "
  private static let widest = 100
  private static let narrowest = 12

  let linesBefore: Int

  private let before: String
  private let marked: String
  private let after: String

  /// Without a range, it is the first line that is not blank.
  init(of source: String, range: Range<Int>?) {
    let bytes = Array(source.utf8)
    let newline = UInt8(ascii: "\n")
    let start = min(max(range?.lowerBound ?? Self.beginning(of: bytes), 0), bytes.count)
    let lineStart = bytes[..<start].lastIndex(of: newline).map { $0 + 1 } ?? 0
    let lineEnd = Self.trimmedEnd(
      bytes[start..<(bytes[start...].firstIndex(of: newline) ?? bytes.count)])
    let end = max(start, min(range?.upperBound ?? lineEnd, lineEnd))
    linesBefore = bytes[..<start].count { $0 == newline }
    // A line can have a million bytes; at most these can be shown.
    let most = 16 * Self.widest
    before = Self.text(bytes[lineStart..<start].suffix(most))
    marked = Self.text(bytes[start..<end].prefix(most))
    after = Self.text(bytes[end..<max(end, lineEnd)].prefix(most))
  }

  /// The line, cut around the error if it is too long, and the carets below it; nil if the line is
  /// empty or the terminal is too narrow.
  func drawn(_ style: OutputStyle) -> (source: String, caret: String)? {
    let columns = min(style.columns ?? Self.widest, Self.widest)
    let parts = [before, marked, after].map { TerminalText.escaped($0) }
    guard columns >= Self.narrowest, parts.contains(where: { !$0.isEmpty }) else { return nil }
    var cells: [(character: Character, width: Int, isMarked: Bool)] = []
    for (index, part) in parts.enumerated() {
      cells += part.map { ($0, TerminalText.width(of: $0), index == 1) }
    }
    let place = parts[0].count
    // One cell stays free for a caret after the line's end.
    let window = Self.window(
      cells.map(\.width), around: place, room: columns - Self.indent.utf8.count - 1)
    let shown = cells[window]
    let start = window.lowerBound > 0 ? "…" : ""
    let end = window.upperBound < cells.count ? "…" : ""
    let lead = cells[window.lowerBound..<max(window.lowerBound, place)].reduce(0) { $0 + $1.width }
    let marks = shown.reduce(0) { $0 + ($1.isMarked ? $1.width : 0) }
    let blanks = String(repeating: " ", count: lead + (start.isEmpty ? 0 : 1))
    return (
      Self.indent + start + String(shown.map(\.character)) + end,
      Self.indent + blanks + String(repeating: "^", count: max(1, marks))
    )
  }

  /// The range of cells to show: all of them if there is room, otherwise those around the error, with room
  /// for a `…` at each end.
  private static func window(_ widths: [Int], around place: Int, room: Int) -> Range<Int> {
    if widths.reduce(0, +) <= room { return widths.indices }
    var start = place
    var used = 2
    while start > 0, used + widths[start - 1] <= room / 3 {
      start -= 1
      used += widths[start]
    }
    var end = place
    while end < widths.count, used + widths[end] <= room {
      used += widths[end]
      end += 1
    }
    while start > 0, end == widths.count, used + widths[start - 1] <= room {
      start -= 1
      used += widths[start]
    }
    return start..<end
  }

  private static func beginning(of bytes: [UInt8]) -> Int {
    bytes.firstIndex { !isBlank($0) } ?? 0
  }

  private static func trimmedEnd(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? bytes.startIndex
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || (0x09...0x0D).contains(byte)
  }

  /// The bytes as text, with a space for each blank, and without a character cut off at the start.
  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    let whole = bytes.drop { $0 & 0xC0 == 0x80 }
    return String(decoding: whole.map { isBlank($0) ? UInt8(ascii: " ") : $0 }, as: UTF8.self)
  }
}
