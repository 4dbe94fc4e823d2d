/// The fields of the records of CSV or TSV: those of the header, or those that the user names.
struct NamedFields {
  /// Two fields have one name.
  struct Duplicate: Error {
    let name: String
    /// What is wrong.
    var message: String { "two fields are named '\(name)'" }
  }

  /// The columns.
  let columns: [Column]
  private let isHeader: Bool

  /// Creates the fields; one without a name is called after its place: `column_3`.
  ///
  /// - Parameters:
  ///   - names: the fields' names.
  ///   - isHeader: whether the names are those of the header, and not the user's.
  init(_ names: [String], isHeader: Bool) throws(Duplicate) {
    var seen: Set<String> = []
    var columns: [Column] = []
    for (index, given) in names.enumerated() {
      let name = given.isEmpty ? "column_\(index + 1)" : given
      guard seen.insert(name).inserted else { throw Duplicate(name: name) }
      columns.append(Column(name))
    }
    self.columns = columns
    self.isHeader = isHeader
  }

  /// The message about a record that has more or fewer fields.
  func message(count: Int) -> String {
    let expected = columns.count == 1 ? "1 field" : "\(columns.count) fields"
    return "expected \(expected), as in \(isHeader ? "the header" : "--fields"), but found \(count)"
  }
}
