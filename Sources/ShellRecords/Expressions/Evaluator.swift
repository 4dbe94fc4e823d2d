package import ShellLanguage
package import ShellOutput

/// An expression, prepared to be evaluated for each record.
///
/// Variables and constants are replaced when it is created.
package struct Evaluator: Sendable {
  private var fields: [RecordField]
  private let optionalFields: Set<Int>
  private let root: ExpressionNode
  private let comparisons: [ComparedKinds]

  /// Prepares an expression.
  ///
  /// - Parameters:
  ///   - expression: the expression.
  ///   - isCondition: whether it must be true or false.
  ///   - scope: the variables.
  ///   - place: returns the index of a word for errors, given its index in the expression.
  /// - Throws: a `usage` error if a variable is not defined, or a regular expression is invalid.
  @MainActor
  package init(
    _ expression: ShellLanguage.Expression, isCondition: Bool, in scope: any VariableScope,
    place: @escaping (Int) -> Int?
  ) throws(ShellError) {
    var compiler = ExpressionCompiler(scope, place: place)
    root = isCondition ? try compiler.condition(expression) : try compiler.node(expression)
    (fields, optionalFields) = (compiler.fields, compiler.optionalFields)
    comparisons = compiler.comparisons
  }

  /// Creates an expression that is only a value.
  init(constant value: CellValue) {
    (fields, optionalFields, comparisons) = ([], [], [])
    root = .constant(Operand(value))
  }

  /// The fields that some record must have: all but those that only `is missing` uses.
  var requiredFields: [RecordField] {
    fields.indices.filter { !optionalFields.contains($0) }.map { fields[$0] }
  }

  /// Finds the fields among the columns of the following records, which may lack them.
  mutating func find(in columns: [Column]) {
    for index in fields.indices { fields[index].find(in: columns) }
  }

  /// Finds the fields among the columns of a record that must have them.
  ///
  /// - Throws: a `usage` error if there is no such column.
  package mutating func resolve(in columns: [Column]) throws(ShellError) {
    for index in fields.indices {
      do throws(ShellError) {
        try fields[index].resolve(in: columns)
      } catch {
        guard optionalFields.contains(index) else { throw error }
      }
    }
  }

  /// Finds the fields inside the single value of each row; missing fields are null.
  package mutating func resolveInside() {
    for index in fields.indices { fields[index].resolveInside() }
  }

  /// Whether a record fulfills the condition.
  ///
  /// - Throws: a `usage` error if a value cannot be compared or calculated.
  package func matches(_ row: [CellValue]) throws(ShellError) -> Bool {
    try root.isTrue(row, fields)
  }

  /// The comparisons whose sides were of different kinds in all records, a sentence for each.
  ///
  /// - Parameter count: how many records there were.
  func kindNotices(ofRecords count: Int) -> [String] {
    comparisons.compactMap { $0.notice(ofRecords: count) }
  }

  /// The value for a record.
  ///
  /// - Throws: as ``matches(_:)``.
  package func value(_ row: [CellValue] = []) throws(ShellError) -> CellValue {
    // A field keeps its text: 18.50.
    if case .field(let index) = root { return fields[index].value(in: row) }
    return try root.value(row, fields).cell
  }
}
