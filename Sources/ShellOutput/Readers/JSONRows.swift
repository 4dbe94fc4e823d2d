import CoreJSON

/// Converts JSON values to rows: an object gives a row of its members, and any other value a row with the
/// field `value`.
///
/// The columns are the fields of all objects in the first chunk, in order of appearance. Fields that appear
/// later are appended; missing fields are null. If a name is repeated, the last member counts.
@MainActor
final class JSONRows {
  private let receiver: any RecordReceiver
  // The runtime check of exclusive access is left out: nothing here calls itself.
  @exclusivity(unchecked) private var columns: [Column] = []
  /// The names as JSON strings, with quotes.
  @exclusivity(unchecked) private var names: [[UInt8]] = []
  @exclusivity(unchecked) private var indexes: [String: Int] = [:]
  @exclusivity(unchecked) private var values: [CellValue] = []
  /// The rows held until the columns are known; nil once they are passed on.
  @exclusivity(unchecked) private var held: [(values: [CellValue], line: Int)]? = []

  init(to receiver: any RecordReceiver) {
    self.receiver = receiver
  }

  /// Whether the only value so far was passed on.
  private var isFirstAlone = false

  /// Whether there are rows that were not passed on yet.
  var isHolding: Bool { held?.isEmpty == false }

  func read(_ text: UnsafeBufferPointer<UInt8>, line: Int) throws {
    let known = columns.count
    values.removeAll(keepingCapacity: true)
    do throws(JSONError) {
      try parse(text)
    } catch {
      forget(from: known)
      throw error
    }
    while values.count < columns.count { values.append(.null) }
    guard held == nil else {
      held?.append((values, line))
      return
    }
    if isFirstAlone {
      try continueList()
    } else if columns.count > known {
      try receiver.columns(columns, isList: true)
    }
    try receiver.row(values, line: line)
  }

  /// Passes on the columns and the held rows; `isList` is false for a single value outside any
  /// array.
  func release(isList: Bool = true) throws {
    guard let held else { return }
    self.held = nil
    try receiver.columns(columns, isList: isList)
    try pass(held)
  }

  /// Passes on a value that may be the only one, if the receiver can take it; see ``RecordReceiver``.
  func releaseFirst() throws {
    guard receiver.takesFirstValue, let held else { return }
    (self.held, isFirstAlone) = (nil, true)
    try receiver.values(columns, areMore: false)
    try pass(held)
  }

  /// Makes the value that was passed on alone the first record of a list.
  func continueList() throws {
    guard isFirstAlone else { return }
    isFirstAlone = false
    try receiver.values(columns, areMore: true)
  }

  private func pass(_ held: [(values: [CellValue], line: Int)]) throws {
    for (values, line) in held {
      let missing = Array(repeating: CellValue.null, count: columns.count - values.count)
      try receiver.row(missing.isEmpty ? values : values + missing, line: line)
    }
  }

  private func parse(_ text: UnsafeBufferPointer<UInt8>) throws(JSONError) {
    var cursor = JSONCursor(text)
    if try cursor.kind() == .object {
      try members(&cursor)
    } else {
      set(index(of: "value"), try cursor.cellValue())
    }
    try cursor.end()
  }

  private func members(_ cursor: inout JSONCursor) throws(JSONError) {
    guard try cursor.beginObject() else { return }
    var next = 0
    repeat {
      let index: Int
      if next < names.count, try cursor.takeName(names[next]) {
        index = next
      } else {
        index = self.index(of: try cursor.name())
      }
      set(index, try cursor.cellValue())
      next = index + 1
    } while try cursor.nextMember()
  }

  private func index(of name: String) -> Int {
    if let index = indexes[name] { return index }
    indexes[name] = columns.count
    columns.append(Column(name))
    var bytes: [UInt8] = []
    JSONWriter.append(name, to: &bytes)
    names.append(bytes)
    return columns.count - 1
  }

  /// Removes the columns added by an invalid text.
  private func forget(from count: Int) {
    columns.removeSubrange(count...)
    names.removeSubrange(count...)
    indexes = indexes.filter { $0.value < count }
  }

  private func set(_ index: Int, _ value: CellValue) {
    if index < values.count {
      values[index] = value
    } else {
      while values.count < index { values.append(.null) }
      values.append(value)
    }
  }
}
