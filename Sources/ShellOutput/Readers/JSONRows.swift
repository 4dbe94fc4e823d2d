import CoreJSON

/// Converts JSON values to rows: an object gives a row of its members, and any other value a row with the
/// field `value`.
///
/// Each row is passed on at once. The columns are those of a ``RecordShape``, so that a row has the members of its
/// object alone. If a name is repeated, the last member counts.
@MainActor
final class JSONRows {
  private let receiver: any RecordReceiver
  // The runtime check of exclusive access is left out: nothing here calls itself.
  @exclusivity(unchecked) private var shape = RecordShape()
  /// The names as JSON strings, with quotes.
  @exclusivity(unchecked) private var names: [[UInt8]] = []
  @exclusivity(unchecked) private var values: [CellValue] = []
  @exclusivity(unchecked) private var sent = Sent.nothing
  /// The name of a member that came again inside a value.
  @exclusivity(unchecked) private var repeated: String?
  private var hasRepeated = false

  /// The columns that the receiver has.
  private enum Sent { case nothing, members, element }

  /// What a text is.
  private enum Row {
    /// The members of an object are among the columns, in their order.
    case known
    case members([CellValue.Field])
    case element
  }

  init(to receiver: any RecordReceiver) {
    self.receiver = receiver
  }

  /// Passes on a value.
  ///
  /// - Parameters:
  ///   - text: the value as JSON.
  ///   - line: the number of its first line.
  ///   - isAlone: whether it may be the only value of its text; see ``RecordReceiver/values(_:areMore:)``.
  func read(_ text: UnsafeBufferPointer<UInt8>, line: Int, isAlone: Bool = false) throws {
    values.removeAll(keepingCapacity: true)
    let row = try parse(text)
    switch row {
    case .known: if sent != .members { try begin(.members, isAlone) }
    case .element: if sent != .element { try begin(.element, isAlone) }
    case .members(let fields):
      let next = shape.row(of: fields)
      values = next.values
      if next.isChanged {
        names = shape.columns.map { column in
          var bytes: [UInt8] = []
          JSONWriter.append(column.name, to: &bytes)
          return bytes
        }
      }
      if next.isChanged || sent != .members { try begin(.members, isAlone) }
      if next.values.count(where: \.isMissing) + fields.count > next.values.count {
        noteRepeated(fields, line: line)
      }
    }
    if let name = repeated { note(repeated: name, line: line) }
    try receiver.row(values, line: line)
  }

  /// Passes on an empty list, if there were no values.
  func end() throws {
    if sent == .nothing { try receiver.columns([], isList: true) }
  }

  /// Makes the value that was passed on alone the first record of a list.
  func continueList() throws {
    try receiver.values(sent == .element ? [.element] : shape.columns, areMore: true)
  }

  private func begin(_ next: Sent, _ isAlone: Bool) throws {
    sent = next
    let columns = next == .element ? [.element] : shape.columns
    if isAlone {
      try receiver.values(columns, areMore: false)
    } else {
      try receiver.columns(columns, isList: true)
    }
  }

  private func parse(_ text: UnsafeBufferPointer<UInt8>) throws(JSONError) -> Row {
    var cursor = JSONCursor(text)
    let row: Row
    if try cursor.kind() == .object {
      row = try members(&cursor)
    } else {
      values.append(try cursor.cellValue(&repeated))
      row = .element
    }
    try cursor.end()
    return row
  }

  @inline(__always)
  private func members(_ cursor: inout JSONCursor) throws(JSONError) -> Row {
    if try cursor.beginObject() {
      repeat {
        let next = values.count
        if next < names.count, try cursor.takeName(names[next]) {
          values.append(try cursor.cellValue(&repeated))
          continue
        }
        let name = try cursor.name()
        guard let index = shape.index(of: name), index >= next else {
          return try others(beginningWith: name, &cursor)
        }
        while values.count < index { values.append(.missing) }
        values.append(try cursor.cellValue(&repeated))
      } while try cursor.nextMember()
    }
    while values.count < names.count { values.append(.missing) }
    return sent == .nothing ? .members([]) : .known
  }

  /// Reads the rest of an object that has other members than the columns, or in another order.
  @inline(never)
  private func others(
    beginningWith first: String, _ cursor: inout JSONCursor
  ) throws(JSONError) -> Row {
    var fields: [CellValue.Field] = []
    for (column, value) in zip(shape.columns, values) where !value.isMissing {
      fields.append(.init(column.name, value))
    }
    fields.append(.init(first, try cursor.cellValue(&repeated)))
    while try cursor.nextMember() {
      fields.append(.init(try cursor.name(), try cursor.cellValue(&repeated)))
    }
    return .members(fields)
  }

  private func noteRepeated(_ fields: [CellValue.Field], line: Int) {
    var seen: Set<String> = []
    guard !hasRepeated, let name = fields.first(where: { !seen.insert($0.name).inserted })?.name
    else { return }
    note(repeated: name, line: line)
  }

  private func note(repeated name: String, line: Int) {
    guard !hasRepeated else { return }
    hasRepeated = true
    receiver.report(
      "line \(line): the member '\(name.prefix(100))' is repeated, and the last one counts")
  }
}
