/// The bytes that turn one frame on the screen into another.
struct FrameDrawing {
  private(set) var bytes: [UInt8] = []
  /// The style in effect; it stays for the next frame.
  private(set) var pen: Pen
  private var place: LineFrame.Place
  /// The last row that is on the screen.
  private(set) var bottom: Int
  private let columns: Int

  struct Pen {
    /// The parameters of its SGR sequence; empty for plain text.
    let style: String
    /// Whether a blank looks plain in this style.
    let hasPlainBlanks: Bool

    private static let colorsOfText: Set = ["1", "31", "35", "1;31", "1;35"]

    init(_ style: String = "") {
      self.style = style
      hasPlainBlanks = !style.isEmpty && Self.colorsOfText.contains(style)
    }
  }

  /// Rows that have at least so many equal cells behind a change are shifted.
  private static let shortestTail = 5

  /// - Parameters:
  ///   - place: where the cursor is.
  ///   - bottom: the last row on the screen.
  init(pen: Pen, at place: LineFrame.Place, bottom: Int, columns: Int) {
    (self.pen, self.place, self.bottom, self.columns) = (pen, place, bottom, columns)
  }

  /// Draws a frame, and leaves the cursor at its cursor.
  ///
  /// - Parameter old: what is on the screen; nil if that is unknown.
  mutating func draw(_ new: LineFrame, over old: LineFrame?) {
    for (number, row) in new.rows.enumerated() {
      let known = old.map { number < $0.rows.count ? $0.rows[number] : [] }
      draw(row, number, over: known)
    }
    if bottom >= new.rows.count {
      move(to: .init(row: new.rows.count, column: 0))
      set(pen: "")
      append("\u{1B}[J")
    }
    if place.column == columns, new.cursor == .init(row: place.row + 1, column: 0) {
      // The terminal's own wrap keeps the two rows together when they are copied.
      let next = new.rows[new.cursor.row]
      write(next.first ?? .init(text: " ", style: ""), new.cursor, isWide: isWide(next, 0))
    }
    // Readline believes all rows to be on the screen.
    if bottom < new.rows.count - 1 { move(to: .init(row: new.rows.count - 1, column: 0)) }
    move(to: new.cursor)
  }

  private mutating func draw(_ row: [LineFrame.Cell], _ number: Int, over known: [LineFrame.Cell]?)
  {
    guard known != row else { return }
    var old = known ?? []
    let isUnknown = known == nil && number <= bottom
    if known != nil { shift(&old, to: row, number) }
    for (column, cell) in row.enumerated()
    where !cell.text.isEmpty && (column >= old.count || old[column] != cell) {
      write(cell, .init(row: number, column: column), isWide: isWide(row, column))
    }
    guard isUnknown || row.count < old.count, row.count < columns else { return }
    move(to: .init(row: number, column: row.count))
    set(pen: "")
    append("\u{1B}[K")
  }

  private func isWide(_ row: [LineFrame.Cell], _ column: Int) -> Bool {
    column + 1 < row.count && row[column + 1].text.isEmpty
  }

  /// Inserts or deletes cells, if the rest of the row then needs no drawing.
  private mutating func shift(
    _ old: inout [LineFrame.Cell], to new: [LineFrame.Cell], _ number: Int
  ) {
    let change = new.count - old.count
    let start = zip(old, new).prefix { $0 == $1 }.count
    let tail = zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.count
    guard change != 0, start < old.count, max(old.count, new.count) < columns,
      tail >= Self.shortestTail,
      start + tail >= min(old.count, new.count)
    else { return }
    move(to: .init(row: number, column: start))
    let count = abs(change) == 1 ? "" : "\(abs(change))"
    if change > 0 {
      append("\u{1B}[\(count)@")
      old.insert(contentsOf: repeatElement(.init(text: " ", style: ""), count: change), at: start)
    } else {
      append("\u{1B}[\(count)P")
      old.removeSubrange(start..<start - change)
    }
  }

  private mutating func write(_ cell: LineFrame.Cell, _ target: LineFrame.Place, isWide: Bool) {
    // Behind the last column, the terminal goes on in the next row.
    if place.column == columns, target == .init(row: place.row + 1, column: 0) {
      (place, bottom) = (target, max(bottom, target.row))
    }
    move(to: target)
    let isPlainBlank = pen.hasPlainBlanks && cell.style.isEmpty && cell.text == " "
    if !isPlainBlank { set(pen: cell.style) }
    append(cell.text)
    place.column += isWide ? 2 : 1
  }

  private mutating func set(pen style: String) {
    guard style != pen.style else { return }
    let reset = style.isEmpty || pen.style.isEmpty ? "" : ";"
    append("\u{1B}[\(reset)\(style)m")
    pen = Pen(style)
  }

  private mutating func move(to target: LineFrame.Place) {
    guard target != place else { return }
    if place.column == columns || target.row > bottom { moveToStart() }
    if target.row < place.row { step(place.row - target.row, "A") }
    let lowest = min(target.row, bottom)
    if lowest > place.row { step(lowest - place.row, "B") }
    for _ in max(lowest, place.row)..<max(target.row, place.row) where target.row > bottom {
      append("\r\n")
    }
    bottom = max(bottom, target.row)
    place.row = target.row
    if target.column == 0 { moveToStart() }
    if target.column < place.column {
      let count = place.column - target.column
      if count < 4 {
        append(String(repeating: "\u{8}", count: count))
        place.column = target.column
      } else {
        // Terminals do not agree on the width of what may be between.
        moveToStart()
      }
    }
    if target.column > place.column { step(target.column - place.column, "C") }
    place.column = target.column
  }

  private mutating func moveToStart() {
    if place.column > 0 { append("\r") }
    place.column = 0
  }

  private mutating func step(_ count: Int, _ direction: String) {
    append(count == 1 ? "\u{1B}[\(direction)" : "\u{1B}[\(count)\(direction)")
  }

  private mutating func append(_ text: String) { bytes += text.utf8 }

  /// What takes away the colour, the suggestion and the rows below the line; the cursor stays.
  static func leaving(_ frame: LineFrame, pen: Pen) -> String {
    var text = pen.style.isEmpty ? "" : "\u{1B}[m"
    if frame.hasSuggestion { text += "\u{1B}[K" }
    guard frame.rows.count - 1 > frame.bottom else { return text }
    let rows = frame.bottom + 1 - frame.cursor.row
    text += "\u{1B}[\(rows)B\r\u{1B}[J\u{1B}[\(rows)A"
    return text + (frame.cursor.column > 0 ? "\u{1B}[\(frame.cursor.column)C" : "")
  }
}
