/// Decides how wide the columns of a table are.
struct TableLayout {
  struct Field: Equatable {
    var width: Int
    /// The minimum width, to which it may shrink for later rows.
    var minimum: Int
    /// Whether it is narrower than its widest text.
    var isCut: Bool
    var alignsRight: Bool
  }

  /// The widths that a column can have.
  struct Measure {
    var natural: Int
    /// The minimum width; with less room, the records do not fit into a table.
    var minimum: Int
    var alignsRight: Bool
  }

  /// The number of blanks between two columns.
  static let gap = 2

  private(set) var fields: [Field]
  private let limit: Int?

  /// Fits columns into a width in cells; nil for no limit.
  ///
  /// The widest columns shrink, all to the same width, but not below their minimum widths. A single
  /// column that is still too wide is cut. Returns nil if several columns do not fit.
  init?(_ measures: [Measure], limit: Int?) {
    self.limit = limit
    var widths = measures.map(\.natural)
    if let limit {
      let room = limit - Self.gap * (measures.count - 1)
      if measures.count == 1 {
        widths = [min(widths[0], room)]
      } else if widths.reduce(0, +) > room {
        guard measures.reduce(0, { $0 + $1.minimum }) <= room else { return nil }
        widths = Self.widths(measures, room: room)
      }
    }
    fields = zip(measures, widths).map {
      Field(
        width: $1, minimum: min($0.minimum, $1), isCut: $1 < $0.natural,
        alignsRight: $0.alignsRight)
    }
  }

  /// Widens a column for a cell of a later row that must not be cut.
  ///
  /// It takes the room that is left of the limit, and then that of the widest columns that can shrink. A
  /// single column is at most as wide as the limit. Returns false if there is too little room.
  mutating func widen(_ position: Int, to width: Int) -> Bool {
    guard width > fields[position].width else { return true }
    fields[position].width = width
    fields[position].minimum = width
    guard let limit else { return true }
    if fields.count == 1 {
      fields[0].width = min(width, limit)
      return true
    }
    let room = limit - Self.gap * (fields.count - 1)
    var excess = fields.reduce(0) { $0 + $1.width } - room
    while excess > 0 {
      let widest = fields.indices.filter { fields[$0].width > fields[$0].minimum }
        .max { fields[$0].width < fields[$1].width }
      guard let widest else { return false }
      fields[widest].width -= 1
      excess -= 1
    }
    return true
  }

  /// Widens a column for a text of a later row, as far as there is room that no column has.
  mutating func stretch(_ position: Int, to width: Int) {
    guard let limit else { return }
    let used = fields.reduce(Self.gap * (fields.count - 1)) { $0 + $1.width }
    let room = max(0, limit - used)
    fields[position].width = max(
      fields[position].width, min(width, fields[position].width + room))
  }

  /// The widths that make the best use of the room, which must be at least the sum of the minimum widths.
  private static func widths(_ measures: [Measure], room: Int) -> [Int] {
    func widths(cap: Int) -> [Int] {
      measures.map { max($0.minimum, min($0.natural, cap)) }
    }
    var low = 0
    var high = measures.map(\.natural).max() ?? 0
    while low < high {
      let middle = (low + high + 1) / 2
      if widths(cap: middle).reduce(0, +) <= room { low = middle } else { high = middle - 1 }
    }
    var result = widths(cap: low)
    var spare = room - result.reduce(0, +)
    for index in result.indices where spare > 0 && result[index] < measures[index].natural {
      result[index] += 1
      spare -= 1
    }
    return result
  }
}
