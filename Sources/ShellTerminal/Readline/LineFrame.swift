import CReadline

/// A prompt with its line as they are on the screen, and the rows below them.
///
/// It breaks lines as readline's own display does.
struct LineFrame: Equatable {
  /// A column of a row.
  struct Cell: Equatable {
    /// The character, with the characters that combine with it; empty for the second half of a wide one.
    var text: String
    /// The parameters of its SGR sequence; empty for plain text.
    var style: String
  }

  struct Place: Equatable {
    var row = 0
    var column = 0
  }

  private(set) var rows: [[Cell]] = [[]]
  private(set) var cursor = Place()
  /// The line's last row.
  private(set) var bottom = 0
  /// Whether a suggestion follows the cursor.
  private(set) var hasSuggestion = false
  /// The size of the screen.
  let size: (columns: Int, rows: Int)

  init(columns: Int, rows: Int) {
    size = (columns, rows)
  }

  static func == (left: LineFrame, right: LineFrame) -> Bool {
    left.rows == right.rows && left.cursor == right.cursor && left.size == right.size
  }

  private var end: Place { Place(row: rows.count - 1, column: rows[rows.count - 1].count) }

  /// Adds the prompt in readline's form, where `\001` and `\002` enclose escape sequences.
  ///
  /// - Returns: false if it cannot be laid out.
  mutating func add(prompt: String) -> Bool {
    var style = ""
    var sequence: String?
    for scalar in prompt.unicodeScalars {
      switch scalar {
      case "\u{1}": sequence = ""
      case "\u{2}":
        guard let codes = sequence?.dropFirst(2).dropLast() else { return false }
        style = codes == "0" ? "" : String(codes)
        sequence = nil
      default:
        guard sequence == nil else {
          sequence?.unicodeScalars.append(scalar)
          continue
        }
        guard add(scalar, style) else { return false }
      }
    }
    return sequence == nil
  }

  /// Adds the line.
  ///
  /// - Parameters:
  ///   - point: the cursor's offset in the line.
  ///   - style: returns the style of the byte at an offset.
  /// - Returns: false if readline must display it: it has no room on the screen, or has a character that
  ///   terminals do not agree on.
  mutating func add(line: String, point: Int, style: (Int) -> String) -> Bool {
    var offset = 0
    for scalar in line.unicodeScalars {
      let code = style(offset)
      let isDone: Bool
      let start = end
      switch scalar {
      case "\n":
        startRow()
        isDone = true
      case "\t":
        for _ in 0..<(8 - start.column % 8) { _ = add(" ", code) }
        isDone = true
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        isDone = add("^", code) && add(Unicode.Scalar(UInt8(scalar.value) ^ 0x40), code)
      default: isDone = add(scalar, code)
      }
      guard isDone, rows.count <= size.rows else { return false }
      // A wide character that has no room in a row begins the next one.
      if offset == point { cursor = isWide(scalar) ? placeOfLast : start }
      offset += UTF8.width(scalar)
    }
    if offset == point { cursor = end }
    bottom = rows.count - 1
    return rows.count <= size.rows
  }

  /// Adds a suggestion behind the cursor, cut to the row.
  mutating func add(suggestion: String, style: String) {
    let start = end
    for scalar in suggestion.unicodeScalars {
      // The last column stays free, where terminals differ.
      guard rows[bottom].count + Self.width(of: scalar) < size.columns, add(scalar, style) else {
        break
      }
    }
    hasSuggestion = end != start
  }

  /// Adds rows below the line; each is one style after another.
  mutating func add(below lines: [[(text: String, style: String)]]) {
    for line in lines {
      startRow()
      let row = rows.count - 1
      for part in line {
        for scalar in part.text.unicodeScalars {
          guard rows[row].count + Self.width(of: scalar) < size.columns else { break }
          _ = add(scalar, part.style)
        }
      }
    }
  }

  private mutating func startRow() { rows.append([]) }

  /// Adds a character; returns false if its width is unknown.
  private mutating func add(_ scalar: Unicode.Scalar, _ style: String) -> Bool {
    let width = Self.width(of: scalar)
    guard width > 0 else {
      // Behind the last column, terminals and readline do not agree on what it combines with.
      guard width == 0, let last = rows[rows.count - 1].lastIndex(where: { !$0.text.isEmpty })
      else { return false }
      rows[rows.count - 1][last].text.unicodeScalars.append(scalar)
      return true
    }
    if rows[rows.count - 1].count + width > size.columns {
      while rows[rows.count - 1].count < size.columns {
        rows[rows.count - 1].append(Cell(text: " ", style: style))
      }
      startRow()
    }
    rows[rows.count - 1].append(Cell(text: String(Character(scalar)), style: style))
    if width == 2 { rows[rows.count - 1].append(Cell(text: "", style: style)) }
    if rows[rows.count - 1].count >= size.columns { startRow() }
    return true
  }

  private var placeOfLast: Place {
    let last = end
    return last.column > 0
      ? Place(row: last.row, column: last.column - 2)
      : Place(row: last.row - 1, column: rows[last.row - 1].count - 2)
  }

  private func isWide(_ scalar: Unicode.Scalar) -> Bool { Self.width(of: scalar) == 2 }

  /// The number of columns by the locale, as readline counts them; negative if unknown.
  private static func width(of scalar: Unicode.Scalar) -> Int {
    (0x20...0x7E).contains(scalar.value) ? 1 : Int(seashell_columns(scalar.value))
  }
}
