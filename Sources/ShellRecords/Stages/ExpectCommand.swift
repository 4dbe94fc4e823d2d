import ShellCommands
import ShellLanguage
import ShellOutput

struct ExpectCommand: StageCommand {
  let expression = Argument<[String]>(
    "EXPRESSION", "the condition", atLeastOne: true, completion: "condition")
  var specification: CommandSpecification {
    CommandSpecification(
      "expect", abstract: "Check that each record fulfills a condition",
      discussion: """
        Each record is passed on. At the end the stage fails if a record did not fulfill the condition, \
        and shows the first five of them, or if there was no record at all. The condition is that of \
        'where': see 'help expressions'.

        As a command, 'expect status = 200' checks the last response, and 'expect 404 { COMMAND }' \
        the response in a block: see 'help tests'.
        """,
      examples: [
        .init(
          "products list --all | expect price > 0 and name is not empty",
          "checks that each product has a price and a name"),
        .init(
          "products list --all | count | expect count >= 50", "checks that there are 50 products"),
      ],
      parameters: [expression], changesData: false
    ).parsingOptions(.knownOnly)
  }

  var stageRole: StageRole? { StageRole(.records(stage), readsExpressions: true) }

  func stage(_ invocation: Invocation) throws -> any RecordStage {
    let condition = try invocation.expression(of: expression)
    return ExpectStage(
      try Expectation(condition.expression, in: invocation.variables) { condition.places[$0] },
      to: invocation.output)
  }
}

private final class ExpectStage: FieldStage {
  /// How many records that fail are shown.
  private static let mostShown = 5

  private var expectation: Expectation
  private let output: Output
  private var count = 0
  private var failing = 0
  private var shown: [String] = []
  private var shownCount = 0
  /// The index of the column that identifies a record.
  private var identity: Int?

  init(_ expectation: Expectation, to output: Output) {
    self.expectation = expectation
    self.output = output
  }

  var requiredFields: [RecordField] { expectation.requiredFields }

  var isCondition: Bool { true }

  /// A field that no record has is a failed expectation.
  func error(ofField index: Int, _ error: ShellError) -> ShellError {
    ShellError(.expectation, error.message, hint: error.hint, word: error.word)
  }

  func begin(_ columns: [Column], isList: Bool) throws {
    expectation.find(in: columns)
    identity = columns.firstIndex { $0.name == "id" }
    try output.columns(columns, isList: isList)
  }

  func row(_ values: [CellValue]) throws {
    count += 1
    if let difference = expectation.difference(of: values) {
      failing += 1
      show(difference.text, of: values, difference.places)
    }
    try output.row(values)
  }

  private func show(_ reason: String, of values: [CellValue], _ places: [String] = []) {
    guard shownCount < Self.mostShown else { return }
    shownCount += 1
    shown.append("\(name(of: values)): \(reason)")
    shown += places.map { "  \($0)" }
  }

  private func name(of values: [CellValue]) -> String {
    guard let identity, values.indices.contains(identity), !values[identity].isNothing else {
      return "record \(count)"
    }
    return "record \(count), \(values[identity].plainText.prefix(100))"
  }

  func end() throws {
    guard count > 0 else {
      throw ShellError(.expectation, "there are no records, and at least one is expected")
    }
    guard failing > 0 else { return }
    throw ShellError(
      .expectation,
      count == 1
        ? "the record does not fulfill the condition"
        : "\(failing) of \(count) records \(failing == 1 ? "does" : "do") not fulfill the condition"
    ).adding(details: shown + (failing > shownCount ? ["…"] : []))
  }
}
