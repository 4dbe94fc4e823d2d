/// Decides how wide the columns of a table are.
struct TableLayout {
  struct Field: Equatable {
    var width: Int
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

  let fields: [Field]

  /// Fits columns into a width in cells; nil for no limit.
  ///
  /// The widest columns shrink, all to the same width, but not below their minimum widths. A single
  /// column that is still too wide is cut. Returns nil if several columns do not fit.
  init?(_ measures: [Measure], limit: Int?) {
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
      Field(width: $1, isCut: $1 < $0.natural, alignsRight: $0.alignsRight)
    }
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
