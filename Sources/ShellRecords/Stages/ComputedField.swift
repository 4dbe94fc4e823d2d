import ShellCommands
import ShellLanguage
import ShellOutput

/// A field with the value of an expression: `NAME=(EXPRESSION)`, `NAME=$x` or `NAME=TEXT`.
struct ComputedField {
  let name: String
  private var evaluator: Evaluator
  /// The ranges of the expression's words in the statement.
  private let places: [Range<Int>]

  /// Parses a word; nil if it has no `=`.
  ///
  /// - Throws: a `usage` error if a variable is not defined.
  @MainActor
  init?(_ word: Word, in scope: any VariableScope) throws(ShellError) {
    let expression: Expression
    switch word.content {
    case .literal(let text):
      guard let sign = text.utf8.firstIndex(of: UInt8(ascii: "=")) else { return nil }
      name = String(text[..<sign])
      let value = String(Substring(text.utf8[sign...].dropFirst()))
      places = [word.start..<word.end]
      evaluator = Evaluator(constant: word.isQuoted ? .text(value) : .untyped(value))
      return
    case .composed(let parts):
      guard parts.count == 2, case .literal(let text) = parts[0],
        text.utf8.last == UInt8(ascii: "=")
      else { return nil }
      name = String(text.dropLast())
      switch parts[1] {
      case .expression(let parenthesis):
        (expression, places) = (parenthesis.expression, parenthesis.places)
      case .variable(let variable):
        (expression, places) = (.variable(variable, at: 0), [word.start..<word.end])
      case .literal, .value, .statement: return nil
      }
    }
    do throws(ShellError) {
      evaluator = try Evaluator(expression, isCondition: false, in: scope) { $0 }
    } catch {
      throw Self.located(error, places)
    }
  }

  /// The fields that some record must have; their words are those of the expression.
  var requiredFields: [RecordField] { evaluator.requiredFields }

  /// Finds the expression's fields among the columns of the following records.
  mutating func find(in columns: [Column]) { evaluator.find(in: columns) }

  func value(in row: [CellValue]) throws(ShellError) -> CellValue {
    do throws(ShellError) {
      return try evaluator.value(row)
    } catch {
      throw Self.located(error, places)
    }
  }

  /// Adds the place in the statement to an error about the expression.
  func located(_ error: ShellError) -> ShellError { Self.located(error, places) }

  private static func located(_ error: ShellError, _ places: [Range<Int>]) -> ShellError {
    var error = error
    error.range = error.word.map { places[$0] }
    error.word = nil
    return error
  }
}
