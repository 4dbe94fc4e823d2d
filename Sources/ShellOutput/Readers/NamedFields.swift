struct NamedFields {
  struct Duplicate: Error {
    let name: String
    var message: String {
      "two fields are named '\(String(name.unicodeScalars.prefix(100)))'"
    }
  }

  let columns: [Column]
  private let isHeader: Bool

  /// Creates the fields; one without a name is named by its position: `column_3`.
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

  func message(count: Int) -> String {
    let expected = columns.count == 1 ? "1 field" : "\(columns.count) fields"
    return "expected \(expected), as in \(isHeader ? "the header" : "--fields"), but found \(count)"
  }
}
