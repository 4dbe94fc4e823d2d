package import ShellLanguage
package import ShellOutput

/// An expression, prepared to be evaluated for each record.
package struct Condition: Sendable {
  private var fields: [RecordField] = []
  private var root = Node.all([])

  private indirect enum Node: Sendable {
    /// A comparison of the field at an index.
    case comparison(Int, Expression.Comparator, Literal)
    case contains(Int, TextNeedle, Literal)
    case membership(Int, [Literal])
    case isEmpty(Int)
    case not(Node)
    case all([Node])
    case any([Node])
  }

  /// `place` returns the word index of a field, for errors.
  init(_ expression: Expression, place: (FieldPath) -> Int?) {
    root = node(expression, place)
  }

  /// Creates a condition on the fields inside the single value of each row.
  ///
  /// Missing fields are null.
  package init(inside expression: Expression) {
    self.init(expression) { _ in nil }
    for index in fields.indices { fields[index].resolveInside() }
  }

  private mutating func node(_ expression: Expression, _ place: (FieldPath) -> Int?) -> Node {
    switch expression {
    case .comparison(let path, .contains, let value):
      .contains(index(of: path, place), TextNeedle(value.text), Literal(value))
    case .comparison(let path, let comparator, let value):
      .comparison(index(of: path, place), comparator, Literal(value))
    case .membership(let path, let values):
      .membership(index(of: path, place), values.map(Literal.init))
    case .isEmpty(let path): .isEmpty(index(of: path, place))
    case .not(let expression): .not(node(expression, place))
    case .and(let expressions): .all(expressions.map { node($0, place) })
    case .or(let expressions): .any(expressions.map { node($0, place) })
    }
  }

  private mutating func index(of path: FieldPath, _ place: (FieldPath) -> Int?) -> Int {
    if let index = fields.firstIndex(where: { $0.text == path.text }) { return index }
    fields.append(RecordField(path.text, word: place(path)))
    return fields.count - 1
  }

  /// Finds the fields among the columns of the following records.
  mutating func resolve(in columns: [Column]) throws(ShellError) {
    for index in fields.indices { try fields[index].resolve(in: columns) }
  }

  /// Whether a record fulfills the condition.
  ///
  /// - Throws: a `usage` error if a field cannot be compared with its value.
  package func matches(_ row: [CellValue]) throws(ShellError) -> Bool {
    try matches(row, root)
  }

  private func matches(_ row: [CellValue], _ node: Node) throws(ShellError) -> Bool {
    switch node {
    case .comparison(let field, let comparator, let literal):
      return try fields[field].value(in: row)
        .fulfills(comparator, literal, fields[field])
    case .contains(let field, let needle, let literal):
      return try fields[field].value(in: row).contains(needle, literal, fields[field])
    case .membership(let field, let literals):
      let value = fields[field].value(in: row)
      for literal in literals where try value.fulfills(.equal, literal, fields[field]) {
        return true
      }
      return false
    case .isEmpty(let field):
      return fields[field].value(in: row).isEmpty
    case .not(let node): return try !matches(row, node)
    case .all(let nodes):
      for node in nodes where try !matches(row, node) { return false }
      return true
    case .any(let nodes):
      for node in nodes where try matches(row, node) { return true }
      return false
    }
  }
}
