import ShellCommands
import ShellLanguage
import ShellOutput

struct WhereCommand: StageCommand {
  let expression = Argument<[String]>(
    "EXPRESSION", "the condition", atLeastOne: true, completion: "condition")
  var specification: CommandSpecification {
    CommandSpecification(
      "where", abstract: "Keep the records that fulfill a condition",
      discussion: """
        A condition compares values; 'and', 'or', 'not' and parentheses join conditions. The comparisons \
        are = != < <= > >=, ~ (contains, in any case), 'in (a, b)', matches (a regular expression), \
        starts-with, ends-with, and 'is empty', 'is null', 'is missing' or a kind, such as 'is number', \
        each with 'not'. A single word on the left is a field, and one on the right a value; \
        'price < (cost)' compares two fields. Values can be calculated, price * quantity > 100, and be \
        dates: now - created < 7days. See 'help expressions'.

        Values are compared by their kinds: 7 is a number and '7' a text, which are never equal; a text \
        that is a time is one beside a time. Fields of CSV and TSV compare as what they read as. A notice \
        says if a comparison could not be true in any record. A field without a value only fulfills !=, \
        'is empty' and, if it is null, '= null': see 'help values'. Quote a value of several words. What \
        is to be redirected goes through one more stage: '| to csv > FILE'.
        """,
      examples: [
        .init(
          "products list --all | where price < 20 and currency_code = EUR",
          "lists the products that cost less than 20 euros"),
        .init(
          "products list --all | where not (name ~ mug or name ~ cap)",
          "lists the products that are neither mugs nor caps"),
        .init(
          "products list --all | where length(name) > 30", "lists the products with long names"),
      ],
      parameters: [expression], changesData: false
    ).parsingOptions(.knownOnly)
  }

  var stageRole: StageRole? { StageRole(.records(stage), readsExpressions: true) }

  func stage(_ invocation: Invocation) throws -> any RecordStage {
    let condition = try invocation.expression(of: expression)
    return WhereStage(
      try Evaluator(condition.expression, isCondition: true, in: invocation.variables) {
        condition.places[$0]
      }, to: invocation.output, report: invocation.report)
  }
}

extension Invocation {
  /// Parses the words of a stage as an expression, and returns it with the index of each of its words.
  ///
  /// - Throws: a `usage` error if it has a syntax error.
  func expression(
    of argument: Argument<[String]>
  ) throws(ShellError) -> (expression: ShellLanguage.Expression, places: [Int]) {
    let places = arguments.words(of: argument.specification.name)
    do throws(ExpressionError) {
      return (try Expression(places.map { words[$0] }), places)
    } catch {
      throw ShellError(
        .usage, error.message, hint: error.hint, word: error.word.map { places[$0] })
    }
  }
}

private final class WhereStage: FilteringStage, FieldStage {
  private var condition: Evaluator
  private let output: Output
  private let report: (String) -> Void
  private var count = 0
  private var hasOutput = false

  var hasDroppedAll: Bool { count > 0 && !hasOutput }

  init(_ condition: Evaluator, to output: Output, report: @escaping (String) -> Void) {
    self.condition = condition
    self.output = output
    self.report = report
  }

  var requiredFields: [RecordField] { condition.requiredFields }

  var isCondition: Bool { true }

  func begin(_ columns: [Column], isList: Bool) throws {
    condition.find(in: columns)
    try output.columns(columns)
  }

  func row(_ values: [CellValue]) throws {
    count += 1
    guard try condition.matches(values) else { return }
    hasOutput = true
    try output.row(values)
  }

  func end() { condition.kindNotices(ofRecords: count).forEach(report) }

  func release() { end() }
}
