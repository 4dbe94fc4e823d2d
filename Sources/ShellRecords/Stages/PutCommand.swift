import ShellCommands
import ShellLanguage
import ShellOutput

struct PutCommand: StageCommand {
  let fields = Argument<[String]>(
    "FIELD", "FIELD=VALUE: a field to set, to an expression in parentheses or to one word",
    atLeastOne: true)
  var specification: CommandSpecification {
    CommandSpecification(
      "put", abstract: "Set fields of each record",
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
      parameters: [fields], changesData: false
    ).parsingOptions(.knownOnly)
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

private final class PutStage: FieldStage {
  private var computed: [ComputedField]
  /// The fields that some record must have, each with the index of its expression; those that were set before need not.
  private let required: [(field: RecordField, expression: Int)]
  /// The column of each field that is set.
  private var places: [Int] = []
  private var columns: [Column] = []
  /// Whether the last record was written with its columns in another order.
  private var isMoved = false
  private let output: Output

  init(_ computed: [ComputedField], to output: Output) {
    self.computed = computed
    self.output = output
    required = computed.enumerated().flatMap { index, field in
      let set = computed[..<index].map { Column($0.name) }
      return field.requiredFields.compactMap { field in
        var found = field
        return found.find(in: set) ? nil : (field, index)
      }
    }
  }

  var requiredFields: [RecordField] { required.map(\.field) }

  func error(ofField index: Int, _ error: ShellError) -> ShellError {
    computed[required[index].expression].located(error)
  }

  func begin(_ columns: [Column], isList: Bool) throws {
    var columns = columns
    places = []
    // If records may have other fields, the set ones are not all of them.
    let areNamed = !columns.isEmpty && columns.allSatisfy { $0.presence == .always }
    for index in computed.indices {
      computed[index].find(in: columns)
      let name = computed[index].name
      let place = columns.firstIndex { $0.name == name } ?? columns.count
      if place == columns.count { columns.append(Column(name)) }
      if columns[place].presence != .element {
        columns[place].presence = areNamed ? .always : .set
      }
      places.append(place)
    }
    if columns.count > 1 {
      // With another field, a value is no longer the whole record.
      for index in columns.indices where columns[index].presence == .element {
        columns[index].presence = .own
      }
    }
    self.columns = columns
    isMoved = false
    try output.columns(columns, isList: isList)
  }

  func row(_ values: [CellValue]) throws {
    var row = values
    var isNew = false
    for (field, place) in zip(computed, places) {
      let value = try field.value(in: row)
      if place >= row.count {
        row.append(value)
      } else {
        // A field that other records have.
        if row[place].isMissing, place + 1 < columns.count { isNew = true }
        row[place] = value
      }
    }
    if isNew { return try writeLast(row, lackedBy: values) }
    if isMoved { try output.columns(columns) }
    isMoved = false
    try output.row(row)
  }

  /// Writes a record whose new fields come last, though other records have them at another place.
  private func writeLast(_ row: [CellValue], lackedBy values: [CellValue]) throws {
    var order = values.indices.filter { !values[$0].isMissing }
    for place in places where !order.contains(place) { order.append(place) }
    order += row.indices.filter { !order.contains($0) }
    try output.columns(order.map { columns[$0] })
    isMoved = true
    try output.row(order.map { row[$0] })
  }
}
