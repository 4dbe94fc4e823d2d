/// The parts of a text that are data: values of variables and expressions, and what another program gave.
///
/// The user wrote the rest. Only what was written names a file, an option or a command, or separates the parts of a path.
package struct DataParts: Sendable, Equatable {
  /// The first byte of each part and the one behind its last, in order; nil if the whole text was written.
  ///
  /// A word has this in its size, so it is one reference.
  @usableFromInline var bounds: [Int32]?

  /// Creates the parts of a text that was written as a whole.
  @inlinable
  package init() {
    bounds = nil
  }

  /// Creates parts from their ranges of bytes, which may be empty.
  package init(_ ranges: [Range<Int>]) {
    for range in ranges { append(range) }
  }

  /// The parts of a text that is data as a whole.
  package init(all text: String) { append(0..<text.utf8.count) }

  var isEmpty: Bool { bounds == nil }

  package var ranges: [Range<Int>] {
    guard let bounds else { return [] }
    return stride(from: 0, to: bounds.count, by: 2).map { Int(bounds[$0])..<Int(bounds[$0 + 1]) }
  }

  /// How many bytes precede the first part; `.max` if there is none.
  package var start: Int { bounds.map { Int($0[0]) } ?? .max }

  /// Whether any of these bytes is data.
  package func overlap(_ range: Range<Int>) -> Bool {
    !isEmpty && ranges.contains { $0.overlaps(range) }
  }

  /// Adds a part behind the others.
  package mutating func append(_ range: Range<Int>) {
    if bounds == nil { bounds = [] }
    // In place: a text may have very many parts.
    bounds?.append(Int32(clamping: range.lowerBound))
    bounds?.append(Int32(clamping: range.upperBound))
  }

  /// The parts of a piece of the text, counted from its start.
  package func within(_ piece: Range<Int>) -> DataParts {
    if isEmpty { return self }
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
