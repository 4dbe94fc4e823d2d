/// Writes values that arrive one by one as the rows of a list.
///
/// A record has its own members, in their order; any other value is written as it is, and has the field `value` for
/// stages.
@MainActor
package struct RowWriter {
  private let output: Output
  private let described: [Column]
  private var shape: RecordShape
  private var sent = Sent.nothing

  /// The columns that the output has.
  private enum Sent { case nothing, described, members, element }

  /// Creates a writer.
  ///
  /// - Parameters:
  ///   - output: receives the rows.
  ///   - columns: the first columns of a table, which are shown even without values.
  ///   - describe: returns the column with a name; nil for columns without hints.
  ///   - isEndless: whether the values come from a source without an end, such as a program.
  package init(
    to output: Output, columns: [String] = [], describe: ((String) -> Column)? = nil,
    isEndless: Bool = false
  ) {
    self.output = output
    let names = NameIndex(columns)
    let column = { (name: String) in
      var column = describe?(name) ?? Column(name)
      column.presence = names[name] != nil ? .described : .own
      return column
    }
    described = columns.map(column)
    shape = RecordShape(describe: column)
    if isEndless { output.beginEndless() }
  }

  /// Writes a value.
  ///
  /// - Throws: an error if the results cannot be written.
  package mutating func append(_ value: CellValue) throws {
    guard let fields = value.fieldsValue else {
      if sent == .nothing, !described.isEmpty { try begin(.described, described) }
      if sent != .element { try begin(.element, [.element]) }
      return try output.row([value])
    }
    let next = shape.row(of: fields)
    // A first record that has all of them has them with its own.
    if sent == .nothing, !shape.columns.starts(with: described, by: { $0.name == $1.name }) {
      try begin(.described, described)
    }
    if next.isChanged || sent != .members { try begin(.members, shape.columns) }
    try output.row(next.values)
  }

  /// Ends the list.
  ///
  /// - Throws: an error if the results cannot be written.
  package mutating func finish() throws {
    guard sent == .nothing else { return }
    try begin(.described, described.isEmpty ? [Column("value")] : described)
  }

  private mutating func begin(_ next: Sent, _ columns: [Column]) throws {
    let isFirst = sent == .nothing
    sent = next
    if isFirst { try output.columns(columns) } else { try output.change(columns) }
  }
}
