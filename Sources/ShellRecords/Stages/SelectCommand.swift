import ShellCommands
import ShellLanguage
import ShellOutput

struct SelectCommand: StageCommand {
  let fields = Argument<[String]>(
    "FIELD", "a field to keep; FIELD=NAME gives it a new name, NAME=(EXPRESSION) calculates one",
    atLeastOne: true, completion: "fields")
  var specification: CommandSpecification {
    CommandSpecification(
      "select", abstract: "Keep some fields, in this order",
      discussion: """
        A field can be a value inside another one, such as author.name or tags[0]; records that do \
        not have it lack the field, too. An expression calculates with the fields of the record; see \
        'help expressions'.
        """,
      examples: [
        .init("products list | select name price", "lists names and prices"),
        .init("products list | select id=product price", "calls the field id 'product'"),
        .init("products list | select id cents=(price * 100)", "calculates a field"),
      ],
      parameters: [fields], changesData: false
    ).parsingOptions(.knownOnly)
  }

  var stageRole: StageRole? { StageRole(.records(stage), readsExpressions: true) }

  func stage(_ invocation: Invocation) throws -> any RecordStage {
    var names: Set<String> = []
    let choices = try invocation.arguments.words(of: fields.specification.name).map { index in
      let choice = try Self.choice(invocation.words[index], at: index, in: invocation.variables)
      guard names.insert(choice.name).inserted else {
        throw ShellError(
          .usage, "two fields have the name '\(choice.name)'",
          hint: "rename one of them: FIELD=NAME", word: index)
      }
      return choice
    }
    return SelectStage(choices, to: invocation.output)
  }

  private static func choice(
    _ word: Word, at index: Int, in scope: any VariableScope
  ) throws -> SelectStage.Choice {
    var text = ""
    guard case .composed(let parts) = word.content else {
      return try self.choice(word.text, at: index)
    }
    for part in parts {
      switch part {
      case .literal(let literal), .value(let literal): text += literal
      case .variable(let variable): text += try scope.value(of: variable).plainText
      case .expression:
        if let computed = try ComputedField(word, in: scope), !computed.name.isEmpty {
          return .init(value: .computed(computed), name: computed.name)
        }
        throw ShellError(
          .usage, "an expression needs a name", hint: "write NAME=(EXPRESSION)", word: index)
      case .statement: break
      }
    }
    return try self.choice(text, at: index)
  }

  private static func choice(_ text: String, at index: Int) throws -> SelectStage.Choice {
    guard !text.isEmpty else { throw ShellError(.usage, "a field's name is empty", word: index) }
    let (field, name) = parts(of: text)
    if field.isEmpty || name.isEmpty {
      throw ShellError(
        .usage, "'\(text)' has no \(field.isEmpty ? "field before" : "name after") '='",
        word: index)
    }
    return .init(value: .field(RecordField(field, word: index)), name: name)
  }

  func fields(after fields: [String], words: [String]) -> [String] {
    words.filter { !$0.hasPrefix("-") }.map { Self.parts(of: $0).name }.filter { !$0.isEmpty }
  }

  private static func parts(of word: String) -> (field: String, name: String) {
    guard let equals = word.utf8.firstIndex(of: UInt8(ascii: "=")) else { return (word, word) }
    return (String(word[..<equals]), String(Substring(word.utf8[equals...].dropFirst())))
  }
}

private final class SelectStage: FieldStage {
  struct Choice {
    var value: Value
    let name: String
  }

  enum Value {
    case field(RecordField)
    case computed(ComputedField)
  }

  private var choices: [Choice]
  /// The columns of the fields; nil if a field is nested in a column, missing or calculated.
  private var places: [Int]?
  private let output: Output

  init(_ choices: [Choice], to output: Output) {
    self.choices = choices
    self.output = output
  }

  private var required: [(field: RecordField, computed: ComputedField?)] {
    choices.flatMap { choice -> [(field: RecordField, computed: ComputedField?)] in
      switch choice.value {
      case .field(let field): return [(field, nil)]
      case .computed(let computed): return computed.requiredFields.map { ($0, computed) }
      }
    }
  }

  var requiredFields: [RecordField] { required.map(\.field) }

  func error(ofField index: Int, _ error: ShellError) -> ShellError {
    required[index].computed?.located(error) ?? error
  }

  func begin(_ columns: [Column], isList: Bool) throws {
    var newNames: [String: String] = [:]
    var chosen: [Column] = []
    var places: [Int] = []
    for index in choices.indices {
      let name = choices[index].name
      var column = Column(name)
      switch choices[index].value {
      case .field(var field):
        field.find(in: columns)
        choices[index].value = .field(field)
        guard field.steps.isEmpty else { break }
        newNames[field.text] = name
        guard let place = field.column else { break }
        places.append(place)
        column = columns[place]
        (column.name, column.isChosen, column.presence) = (name, true, .always)
      case .computed(var computed):
        computed.find(in: columns)
        choices[index].value = .computed(computed)
      }
      chosen.append(column)
    }
    self.places = places.count == choices.count ? places : nil
    try output.columns(chosen.keepingHints(newNames), isList: isList)
  }

  func row(_ values: [CellValue]) throws {
    if let places { return try output.row(places.map { values[$0] }) }
    try output.row(
      choices.map { choice in
        switch choice.value {
        case .field(let field): field.value(in: values)
        case .computed(let computed): try computed.value(in: values)
        }
      })
  }
}
