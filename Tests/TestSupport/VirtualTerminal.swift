import ShellOutput

/// A terminal emulator with the features of an xterm that readline and the shell use.
///
/// It keeps the rows that have scrolled out of view.
package struct VirtualTerminal {
  private var columns: Int
  private var rows: [[Cell]] = [[]]
  private var row = 0
  private var column = 0
  /// Whether the last cell of the row is written, so that the next character wraps.
  private var isAtEdge = false
  private var pending: ArraySlice<UInt8> = []
  /// The current graphic rendition: `1;31`.
  private var rendition = ""
  /// The row at the top of the current view.
  private var top = 0
  /// The content under an alternate screen; nil without one.
  private var covered: (rows: [[Cell]], row: Int, column: Int, top: Int)?
  /// The unknown control sequences.
  package private(set) var unknown: [String] = []

  /// A cell; the second one of a wide character is empty.
  private struct Cell {
    var text: String
    var rendition: String
  }

  /// Whether dim text, which only suggests something, is left blank.
  private let hidesSuggestions: Bool

  package init(columns: Int, hidesSuggestions: Bool = false) {
    self.columns = columns
    self.hidesSuggestions = hidesSuggestions
  }

  /// The rows without trailing blanks, and without empty rows at the end.
  package var lines: [String] {
    var lines = rows.map { row in
      var text = row.map(\.text).joined()
      while text.hasSuffix(" ") { text.removeLast() }
      return text
    }
    while lines.last == "" { lines.removeLast() }
    return lines
  }

  /// Whether an alternate screen is shown.
  package var isAlternate: Bool { covered != nil }

  package var text: String { lines.joined(separator: "\n") }

  package var cursorRow: Int { row }

  package func text(from row: Int) -> String { lines.dropFirst(row).joined(separator: "\n") }

  package var cursor: (row: Int, column: Int) { (row, column) }

  /// The cursor's row, before the cursor and from it on.
  package var cursorLine: (before: String, after: String) {
    let cells = rows[row]
    let text = cells.indices.map { cells[$0].text }
    let before =
      text.prefix(column).joined() + String(repeating: " ", count: max(0, column - cells.count))
    var after = text.dropFirst(column).joined()
    while after.hasSuffix(" ") { after.removeLast() }
    return (before, after)
  }

  /// Returns the rendition of a text's first occurrence; nil if the text is not on the screen.
  package func rendition(of text: String) -> String? {
    for cells in rows {
      for start in cells.indices where cells[start...].map(\.text).joined().hasPrefix(text) {
        return cells[start].rendition
      }
    }
    return nil
  }

  /// Changes the width, without wrapping the rows again.
  package mutating func resize(columns: Int) {
    self.columns = columns
    column = min(column, columns - 1)
    isAtEdge = false
  }

  package mutating func feed(_ bytes: some Sequence<UInt8>) {
    pending += bytes
    while let length = next() { pending = pending.dropFirst(length) }
  }

  /// Interprets the next character or control sequence.
  ///
  /// - Returns: its length in bytes; nil if it is incomplete.
  private mutating func next() -> Int? {
    guard let first = pending.first else { return nil }
    switch first {
    case 0x1B: return escape()
    case 0x0D: (column, isAtEdge) = (0, false)
    case 0x0A: lineFeed()
    case 0x08: (column, isAtEdge) = (max(0, column - 1), false)
    case 0x09: column = min(columns - 1, (column / 8 + 1) * 8)
    case 0x07: break
    case 0x00..<0x20, 0x7F: unknown.append("\(first)")
    default:
      let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
      guard pending.count >= length else { return nil }
      put(String(decoding: pending.prefix(length), as: UTF8.self))
      return length
    }
    return 1
  }

  private mutating func lineFeed() {
    row += 1
    if row == rows.count { rows.append([]) }
    isAtEdge = false
  }

  private mutating func put(_ text: String) {
    let width = TerminalText.width(of: text)
    if width == 0 {
      let last = min(isAtEdge ? column + 1 : column, rows[row].count) - 1
      if last >= 0 { rows[row][last].text += text }
      return
    }
    if isAtEdge || column + width > columns {
      column = 0
      lineFeed()
    }
    pad(to: column + width)
    let isHidden = hidesSuggestions && rendition == "2"
    rows[row][column] = Cell(text: isHidden ? " " : text, rendition: rendition)
    if width == 2 { rows[row][column + 1] = Cell(text: "", rendition: rendition) }
    column += width
    if column == columns {
      column -= 1
      isAtEdge = true
    }
  }

  private mutating func pad(to count: Int) {
    while rows[row].count < count { rows[row].append(Cell(text: " ", rendition: "")) }
  }

  private mutating func escape() -> Int? {
    guard pending.count > 1 else { return nil }
    switch pending[pending.startIndex + 1] {
    case UInt8(ascii: "["):
      guard let end = pending.dropFirst(2).firstIndex(where: { (0x40...0x7E).contains($0) }) else {
        return nil
      }
      control(pending[end], String(decoding: pending[..<end].dropFirst(2), as: UTF8.self))
      return end + 1 - pending.startIndex
    case UInt8(ascii: "]"):
      guard let end = pending.firstIndex(of: 0x07) else { return nil }
      return end + 1 - pending.startIndex
    case UInt8(ascii: "("), UInt8(ascii: ")"): return pending.count > 2 ? 3 : nil
    default: return 2
    }
  }

  private mutating func control(_ final: UInt8, _ parameters: String) {
    let number = Int(parameters) ?? 0
    let count = max(1, number)
    if final != UInt8(ascii: "m") { isAtEdge = false }
    switch final {
    case UInt8(ascii: "A"): row = max(0, row - count)
    case UInt8(ascii: "B"): for _ in 0..<count { lineFeed() }
    case UInt8(ascii: "C"): column = min(columns - 1, column + count)
    case UInt8(ascii: "D"): column = max(0, column - count)
    case UInt8(ascii: "G"): column = min(columns - 1, count - 1)
    case UInt8(ascii: "H") where parameters.contains(";"):
      let place = parameters.split(separator: ";").compactMap { Int($0) }
      row = top + max(1, place.first ?? 1) - 1
      column = min(columns, max(1, place.last ?? 1)) - 1
      while rows.count <= row { rows.append([]) }
    case UInt8(ascii: "H"):
      // Starts a new view below the old rows.
      row = rows.count
      top = row
      rows.append([])
      column = 0
    case UInt8(ascii: "J") where number == 2 && covered != nil:
      rows = rows.map { _ in [] }
    case UInt8(ascii: "J"):
      rows[row] = Array(rows[row].prefix(column))
      rows.removeSubrange((row + 1)...)
    case UInt8(ascii: "K"): rows[row] = Array(rows[row].prefix(column))
    case UInt8(ascii: "P"):
      let end = min(rows[row].count, column + count)
      if column < end { rows[row].removeSubrange(column..<end) }
    case UInt8(ascii: "@"):
      pad(to: column)
      rows[row].insert(
        contentsOf: Array(repeating: Cell(text: " ", rendition: ""), count: count), at: column)
      rows[row] = Array(rows[row].prefix(columns))
    case UInt8(ascii: "X"):
      pad(to: column + count)
      for cell in column..<column + count { rows[row][cell] = Cell(text: " ", rendition: "") }
    case UInt8(ascii: "h") where parameters == "?1049" && covered == nil:
      covered = (rows, row, column, top)
      (rows, row, column, top) = ([[]], 0, 0, 0)
    case UInt8(ascii: "l") where parameters == "?1049":
      if let covered { (rows, row, column, top) = covered }
      covered = nil
    case UInt8(ascii: "h"), UInt8(ascii: "l"): break
    case UInt8(ascii: "m"):
      let parts = parameters.split(separator: ";", omittingEmptySubsequences: false)
      let resets = parts[0].isEmpty || parts[0] == "0"
      rendition = (resets ? parts.dropFirst() : parts[...]).joined(separator: ";")
    default: unknown.append("\(parameters)\(Character(Unicode.Scalar(final)))")
    }
  }
}
