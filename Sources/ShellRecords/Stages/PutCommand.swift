import ShellCommands
import ShellLanguage
import ShellOutput

struct PutCommand: StageCommand {
  let fields = Argument<[String]>(
    "FIELD", "FIELD=VALUE: a field to set, to an expression in parentheses or to one word",
    atLeastOne: true)
  var specification: CommandSpecification {
    CommandSpecification(
      "put",
      abstract: "Set fields of each record",
      discussion: """
        The fields are set in order, so that a later one can use an earlier one. A field that exists \
        keeps its place, and a new one comes last. In an expression, names are fields of the record; \
        see 'help expressions'. One word is a value as in CSV; in quotes it is text.
        """,
      examples: [
        .init(
          "products list --all | put gross=(round(price * 1.21, 2))", "adds a price with tax"),
        .init(
          "products list | put size=(if price < 20 then 'small' else 'large') shop=main",
          "adds two fields"),
      ],
      parameters: [fields], optionParsing: .knownOnly, changesData: false)
  }

  var stageRole: StageRole? { StageRole(.records(stage), readsExpressions: true) }

  func stage(_ invocation: Invocation) throws -> any RecordStage {
    let computed = try invocation.arguments.words(of: fields.specification.name).map { index in
      guard let field = try ComputedField(invocation.words[index], in: invocation.variables),
        !field.name.isEmpty
      else {
        throw ShellError(
          .usage, "'put' needs FIELD=VALUE", hint: "put total=(price * quantity)", word: index)
      }
      return field
    }
    return PutStage(computed, to: invocation.output)
  }

  func fields(after fields: [String], words: [String]) -> [String] {
    words.reduce(into: fields) { fields, word in
      let name = String(word.prefix { $0 != "=" })
      if word.contains("="), !name.isEmpty, !fields.contains(name) { fields.append(name) }
    }
  }
}

private final class PutStage: RecordStage {
  private var computed: [ComputedField]
  /// The column of each field that is set.
  private var places: [Int] = []
  private let output: Output

  init(_ computed: [ComputedField], to output: Output) {
    self.computed = computed
    self.output = output
  }

  func begin(_ columns: [Column], isList: Bool) throws {
    var columns = columns
    places = []
    for index in computed.indices {
      try computed[index].resolve(in: columns)
      let name = computed[index].name
      let place = columns.firstIndex { $0.name == name } ?? columns.count
      if place == columns.count { columns.append(Column(name)) }
      places.append(place)
    }
    try output.columns(columns, isList: isList)
  }

  func row(_ values: [CellValue]) throws {
    var row = values
    for (field, place) in zip(computed, places) {
      let value = try field.value(in: row)
      if place < row.count { row[place] = value } else { row.append(value) }
    }
    try output.row(row)
  }
}
