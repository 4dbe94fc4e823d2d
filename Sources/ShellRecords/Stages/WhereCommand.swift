import ShellCommands
import ShellLanguage
import ShellOutput

struct WhereCommand: StageCommand {
  let expression = Argument<[String]>(
    "EXPRESSION", "the condition", atLeastOne: true, completion: "condition")
  var specification: CommandSpecification {
    CommandSpecification(
      "where",
      abstract: "Keep the records that fulfill a condition",
      discussion: """
        A condition is a field, a comparison and a value; 'and', 'or', 'not' and parentheses join \
        conditions. The comparisons are = != < <= > >=, ~ (contains, in any case), 'in (a, b)', 'is \
        empty' and 'is not empty'. Numbers compare as numbers, dates as dates, Booleans with true or \
        false, and text by its bytes. Fields of CSV and TSV compare with a number or a date as what \
        they read as. A field without a value only fulfills != and 'is empty'. Quote a value of \
        several words. What is to be redirected goes through one more stage: '| to csv > FILE'.
        """,
      examples: [
        .init(
          "products list --all | where price < 20 and currency_code = EUR",
          "lists the products that cost less than 20 euros"),
        .init(
          "products list --all | where not (name ~ mug or name ~ cap)",
          "lists the products that are neither mugs nor caps"),
      ],
      parameters: [expression], optionParsing: .knownOnly, changesData: false)
  }

  func stage(_ invocation: Invocation) throws -> any RecordStage {
    let places = invocation.arguments.words(of: expression.specification.name)
    let words = places.map { invocation.words[$0] }
    do throws(ExpressionError) {
      let condition = Condition(try Expression(words)) { path in
        Self.index(of: path, in: words).map { places[$0] }
      }
      return WhereStage(condition, to: invocation.output)
    } catch {
      throw ShellError(
        .usage, error.message, hint: error.hint, word: error.word.map { places[$0] })
    }
  }

  /// The index of the first word that is this field and not a value.
  private static func index(of path: FieldPath, in words: [Word]) -> Int? {
    words.indices.first { index in
      guard words[index].text == path.text else { return false }
      let before = index > 0 ? words[index - 1] : nil
      return before.map { $0.isQuoted || Expression.Comparator(rawValue: $0.text) == nil } ?? true
    }
  }
}

private final class WhereStage: RecordStage {
  private var condition: Condition
  private let output: Output

  init(_ condition: Condition, to output: Output) {
    self.condition = condition
    self.output = output
  }

  func begin(_ columns: [Column], isList: Bool) throws {
    try condition.resolve(in: columns)
    try output.columns(columns)
  }

  func row(_ values: [CellValue]) throws {
    if try condition.matches(values) { try output.row(values) }
  }
}
