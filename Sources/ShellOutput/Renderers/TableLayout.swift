/// Decides which columns of a table to show, and how wide.
struct TableLayout {
  struct Field: Equatable {
    var index: Int
    var width: Int
    var alignsRight: Bool
  }

  /// The widths that a column can have.
  struct Measure {
    var natural: Int
    /// The minimum width; with less room, the column is left out.
    var minimum: Int
    var alignsRight: Bool
  }

  /// The number of blanks between two columns.
  static let gap = 2

  /// The mark in the header for columns that are left out.
  static let omission = "…"

  private(set) var fields: [Field]

  /// Whether columns at the right are left out.
  private(set) var omitsFields = false

  /// Fits columns into a width in cells; nil for no limit.
  ///
  /// First the widest columns shrink, all to the same width, but not below their minimum widths. If
  /// that is not enough, columns are left out, starting from the right. A single column that is
  /// still too wide is cut.
  init(_ measures: [Measure], limit: Int?) {
    guard let limit else {
      fields = Self.fields(measures, widths: measures.map(\.natural))
      return
    }
    for count in stride(from: measures.count, to: 0, by: -1) {
      let omits = count < measures.count
      let mark = omits ? Self.gap + 1 : 0
      let room = limit - Self.gap * (count - 1) - mark
      let shown = Array(measures.prefix(count))
      guard shown.reduce(0, { $0 + $1.minimum }) <= room else { continue }
      fields = Self.fields(shown, widths: Self.widths(shown, room: room))
      omitsFields = omits
      return
    }
    let first = measures.prefix(1)
    let mark = measures.count > 1 && limit >= 8 ? Self.gap + 1 : 0
    omitsFields = mark > 0
    fields = Self.fields(Array(first), widths: first.map { min($0.natural, limit - mark) })
  }

  private static func fields(_ measures: [Measure], widths: [Int]) -> [Field] {
    zip(measures, widths).enumerated().map { index, pair in
      Field(index: index, width: pair.1, alignsRight: pair.0.alignsRight)
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
