/// The parts of a text that are data: values of variables and expressions, and what another program gave.
///
/// The user wrote the rest. Only what was written names a file, an option or a command, or separates the parts of a path.
package enum DataParts: Sendable, Equatable {
  /// The whole text was written.
  case none
  /// A range of bytes, which may be empty.
  case one(start: Int32, end: Int32)
  /// Several such ranges, in order.
  case several([Range<Int>])

  package init(_ ranges: [Range<Int>] = []) {
    switch ranges.count {
    case 0: self = .none
    case 1: self = .one(ranges[0])
    default: self = .several(ranges)
    }
  }

  package static func one(_ range: Range<Int>) -> DataParts {
    .one(start: Int32(clamping: range.lowerBound), end: Int32(clamping: range.upperBound))
  }

  /// The parts of a text that is data as a whole.
  package static func all(of text: String) -> DataParts { one(0..<text.utf8.count) }

  package var ranges: [Range<Int>] {
    switch self {
    case .none: []
    case .one(let start, let end): [Int(start)..<Int(end)]
    case .several(let ranges): ranges
    }
  }

  /// How many bytes precede the first part; `.max` if there is none.
  package var start: Int {
    switch self {
    case .none: .max
    case .one(let start, _): Int(start)
    case .several(let ranges): ranges[0].lowerBound
    }
  }

  /// Whether any of these bytes is data.
  package func overlap(_ range: Range<Int>) -> Bool {
    switch self {
    case .none: false
    case .one(let start, let end): (Int(start)..<Int(end)).overlaps(range)
    case .several(let ranges): ranges.contains { $0.overlaps(range) }
    }
  }

  /// Adds a part behind the others.
  package mutating func append(_ range: Range<Int>) {
    if case .none = self { self = .one(range) } else { self = .several(ranges + [range]) }
  }

  /// The parts of a piece of the text, counted from its start.
  package func within(_ piece: Range<Int>) -> DataParts {
    if case .none = self { return .none }
    return DataParts(
      ranges.compactMap { range in
        guard range.lowerBound <= piece.upperBound, range.upperBound >= piece.lowerBound else {
          return nil
        }
        let part = range.clamped(to: piece)
        // An empty part remains; a part that only ends or begins at the piece's border does not.
        guard !part.isEmpty || range.isEmpty else { return nil }
        return part.lowerBound - piece.lowerBound..<part.upperBound - piece.lowerBound
      })
  }

  /// The parts, if so many bytes are put before the text.
  package func shifted(by count: Int) -> DataParts {
    DataParts(ranges.map { $0.lowerBound + count..<$0.upperBound + count })
  }
}
