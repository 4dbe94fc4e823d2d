/// The columns of records that come one by one, each with members of its own.
///
/// A row has a record's members in their own order. The columns are those of the records before, to which new members
/// are added at their place; what a record lacks is missing in its row. If its members come in another order, or the
/// columns would be many more than its members, the columns are its members alone.
package struct RecordShape {
  /// How many columns there may be beside a record's members.
  private static let mostOthers = 64

  /// The columns of the last row.
  package private(set) var columns: [Column] = []
  private var indexes = NameIndex()
  private let describe: (String) -> Column

  /// Creates a shape without columns.
  ///
  /// - Parameter describe: returns the column of a member.
  package init(
    describe: @escaping (String) -> Column = {
      var column = Column($0)
      column.presence = .own
      return column
    }
  ) {
    self.describe = describe
  }

  /// Returns the index of a column, if it exists.
  func index(of name: String) -> Int? { indexes[name] }

  /// Returns the row of a record, and whether the columns are others than before.
  ///
  /// Of members with the same name the last one counts, at the place of the first.
  package mutating func row(of fields: [CellValue.Field]) -> (values: [CellValue], isChanged: Bool)
  {
    if columns.isEmpty, begin(fields) { return (fields.map { $0.value }, true) }
    if let values = values(of: fields) { return (values, false) }
    var places = NameIndex()
    var members: [CellValue.Field] = []
    for field in fields {
      if let place = places[field.name] {
        members[place].value = field.value
      } else {
        places.append(field.name)
        members.append(field)
      }
    }
    if members.count < fields.count, let values = values(of: members) { return (values, false) }
    adopt(members.map(\.name))
    return (values(of: members) ?? [], true)
  }

  /// Takes the members of a first record as columns, if all of them are different.
  private mutating func begin(_ fields: [CellValue.Field]) -> Bool {
    let names = NameIndex(fields.map { $0.name })
    guard names.count == fields.count else { return false }
    columns = fields.map { describe($0.name) }
    indexes = names
    return true
  }

  /// Returns the row of a record whose members are among the columns, in their order; nil for another one.
  private func values(of fields: [CellValue.Field]) -> [CellValue]? {
    var values: [CellValue] = []
    values.reserveCapacity(columns.count)
    for field in fields {
      let next = values.count
      let isNext = next < columns.count && columns[next].name == field.name
      guard let index = isNext ? next : indexes[field.name], index >= next else { return nil }
      while values.count < index { values.append(.missing) }
      values.append(field.value)
    }
    while values.count < columns.count { values.append(.missing) }
    return values
  }

  /// Takes the members of a record, all of them different, as columns.
  private mutating func adopt(_ names: [String]) {
    columns = merged(names) ?? names.map(describe)
    indexes = NameIndex(columns.map(\.name))
  }

  /// Returns the columns with further members, each behind the member before it; nil if the orders differ.
  private func merged(_ names: [String]) -> [Column]? {
    var merged: [Column] = []
    var rest = 0
    for name in names {
      guard let index = indexes[name] else {
        merged.append(describe(name))
        continue
      }
      guard index >= rest else { return nil }
      merged += columns[rest...index]
      rest = index + 1
    }
    merged += columns[rest...]
    return merged.count <= names.count + Self.mostOthers ? merged : nil
  }
}
