import ShellOutput

/// Counts the rows that streamed text fills on a terminal.
///
/// A line that is too wide fills several rows. Escape sequences have no width.
struct RowCount {
  private let columns: Int
  private let wraps: Bool
  private var complete = 0
  private var line: [UInt8] = []

  /// `wraps` is false if a line that is too wide exceeds any limit.
  init(columns: Int, wraps: Bool = true) {
    self.columns = max(2, columns)
    self.wraps = wraps
  }

  /// Returns whether all the text so far exceeds the limit; it stops counting there.
  mutating func exceeds(_ limit: Int, with bytes: UnsafeRawBufferPointer) -> Bool {
    var rest = bytes[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      line += rest[..<end]
      let rows = rows(of: line)
      complete += wraps || rows == 1 ? rows : limit + 1
      line.removeAll(keepingCapacity: true)
      rest = rest[(end + 1)...]
      if complete > limit { return true }
    }
    line += rest
    return complete + (line.isEmpty ? 0 : rows(of: line)) > limit
  }

  private func rows(of line: [UInt8]) -> Int {
    if line.allSatisfy({ $0 &- 0x20 < 0x5F }) {
      return max(1, (line.count + columns - 1) / columns)
    }
    var rows = 1
    var column = 0
    for character in Self.withoutSequences(String(decoding: line, as: UTF8.self)) {
      if character == "\t" {
        column = min(columns, (column / 8 + 1) * 8)
        continue
      }
      let width = TerminalText.width(of: String(character))
      column += width
      if column > columns { (rows, column) = (rows + 1, width) }
    }
    return rows
  }

  /// Removes control sequences, such as those that set colours (ECMA-48, section 5.4).
  private static func withoutSequences(_ text: String) -> String {
    guard text.utf8.contains(0x1B) else { return text }
    var result = String.UnicodeScalarView()
    var scalars = text.unicodeScalars[...]
    while let scalar = scalars.popFirst() {
      guard scalar == "\u{1B}", scalars.first == "[" else {
        result.append(scalar)
        continue
      }
      scalars.removeFirst()
      while let part = scalars.popFirst(), !("@"..."~").contains(part) {}
    }
    return String(result)
  }
}
