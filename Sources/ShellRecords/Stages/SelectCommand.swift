import ShellCommands
import ShellOutput

struct SelectCommand: StageCommand {
  let fields = Argument<[String]>(
    "FIELD", "a field to keep; FIELD=NAME gives it a new name", atLeastOne: true,
    completion: "fields")
  var specification: CommandSpecification {
    CommandSpecification(
      "select",
      abstract: "Keep some fields, in this order",
      discussion: """
        A field can be a value inside another one, such as author.name or tags[0]; it is null in \
        records that do not have it.
        """,
      examples: [
        .init("products list | select name price", "lists names and prices"),
        .init("products list | select id=product price", "calls the field id 'product'"),
      ],
      parameters: [fields], optionParsing: .knownOnly, changesData: false)
  }

  func stage(_ invocation: Invocation) throws -> any RecordStage {
    var names: Set<String> = []
    let choices = try invocation.fields(of: fields).map { field in
      let (text, name) = Self.parts(of: field.text)
      if text.isEmpty || name.isEmpty {
        throw ShellError(
          .usage, "'\(field.text)' has no \(text.isEmpty ? "field before" : "name after") '='",
          word: field.word)
      }
      guard names.insert(name).inserted else {
        throw ShellError(
          .usage, "two fields have the name '\(name)'", hint: "rename one of them: FIELD=NAME",
          word: field.word)
      }
      return (RecordField(text, word: field.word), name)
    }
    return SelectStage(choices, to: invocation.output)
  }

  func fields(after fields: [String], words: [String]) -> [String] {
    words.filter { !$0.hasPrefix("-") }.map { Self.parts(of: $0).name }.filter { !$0.isEmpty }
  }

  private static func parts(of word: String) -> (field: String, name: String) {
    guard let equals = word.utf8.firstIndex(of: UInt8(ascii: "=")) else { return (word, word) }
    return (String(word[..<equals]), String(Substring(word.utf8[equals...].dropFirst())))
  }
}

private final class SelectStage: RecordStage {
  private var choices: [(field: RecordField, name: String)]
  /// The columns of the fields; nil if a field is nested in a column, or is missing.
  private var places: [Int]?
  private let output: Output

  init(_ choices: [(RecordField, String)], to output: Output) {
    self.choices = choices
    self.output = output
  }

  func begin(_ columns: [Column], isList: Bool) throws {
    var newNames: [String: String] = [:]
    for index in choices.indices {
      try choices[index].field.resolve(in: columns)
      if choices[index].field.steps.isEmpty {
        newNames[choices[index].field.text] = choices[index].name
      }
    }
    let chosen = choices.map { field, name in
      guard let index = field.column, field.steps.isEmpty else { return Column(name) }
      return Column(name, hint: columns[index].hint, width: columns[index].width)
    }
    let places = choices.compactMap { $0.field.steps.isEmpty ? $0.field.column : nil }
    self.places = places.count == choices.count ? places : nil
    try output.columns(chosen.keepingHints(newNames), isList: isList)
  }

  func row(_ values: [CellValue]) throws {
    if let places {
      try output.row(places.map { values[$0] })
    } else {
      try output.row(choices.map { $0.field.value(in: values) })
    }
  }
}
