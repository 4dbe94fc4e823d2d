import ShellOutput

/// A model of a terminal's screen: enough of an xterm for readline.
struct ScreenModel {
  var columns: Int {
    didSet {
      rows = rows.map { Array($0.prefix(columns)) }
      column = min(column, columns - 1)
    }
  }
  private(set) var rows: [[String]] = [[]]
  private(set) var row = 0
  private(set) var column = 0
  private(set) var unknown: [String] = []
  private var pending: [Unicode.Scalar] = []

  init(columns: Int) {
    self.columns = columns
  }

  /// The rows' text, without trailing spaces and trailing empty rows.
  var text: [String] {
    var lines = rows.map { cells in
      let line = cells.joined()
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
    while lines.last == "" { lines.removeLast() }
    return lines
  }

  mutating func write(_ text: String) {
    for scalar in text.unicodeScalars { take(scalar) }
  }

  private mutating func take(_ scalar: Unicode.Scalar) {
    if !pending.isEmpty {
      pending.append(scalar)
      let isControl = pending.count > 1 && pending[1] == "["
      if pending.count == 2 ? !isControl : (0x40...0x7E).contains(scalar.value) {
        obey(String(String.UnicodeScalarView(pending)))
        pending = []
      }
      return
    }
    switch scalar {
    case "\u{1B}": pending = [scalar]
    case "\r": column = 0
    case "\n": newLine()
    case "\u{8}": column = max(min(column, columns - 1) - 1, 0)
    case "\u{7}": break
    default: put(String(scalar))
    }
  }

  private mutating func newLine() {
    row += 1
    if row == rows.count { rows.append([]) }
  }

  private mutating func put(_ text: String) {
    let width = TerminalText.width(of: text)
    guard width > 0 else { return unknown.append(text) }
    // The cursor waits behind the last column for the next character.
    if column + width > columns {
      column = 0
      newLine()
    }
    fill(to: column + width)
    rows[row][column] = text
    if width == 2 { rows[row][column + 1] = "" }
    column += width
  }

  private mutating func fill(to count: Int) {
    while rows[row].count < count { rows[row].append(" ") }
  }

  private mutating func obey(_ sequence: String) {
    let final = sequence.last ?? " "
    let number = Int(sequence.dropFirst(2).dropLast()) ?? 1
    let here = min(column, columns - 1)
    switch final {
    case "m", "h", "l": break
    case "A": row = max(row - number, 0)
    case "B":
      row = row + number
      while rows.count <= row { rows.append([]) }
    case "C": column = min(here + number, columns - 1)
    case "D": column = max(here - number, 0)
    case "G": column = number - 1
    case "K": rows[row] = Array(rows[row].prefix(column))
    case "J":
      rows[row] = Array(rows[row].prefix(column))
      rows = Array(rows.prefix(row + 1))
    case "P":
      fill(to: here)
      rows[row].removeSubrange(here..<min(here + number, rows[row].count))
    case "@":
      fill(to: here)
      rows[row].insert(contentsOf: Array(repeating: " ", count: number), at: here)
      rows[row] = Array(rows[row].prefix(columns))
    case "X":
      fill(to: here + number)
      for cell in here..<here + number { rows[row][cell] = " " }
    default: unknown.append(sequence)
    }
  }
}
