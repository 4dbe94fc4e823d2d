import SeashellHosting
import SeashellKit

/// The parameters of a tool's command, and their conversion to the tool's arguments.
///
/// Required scalars are arguments in the order of the schema, and can also be given as options. All other
/// members are options. `--json` gives whatever options cannot express.
struct ToolParameters: Sendable {
  let specification: CommandSpecification

  private let takesAnswers: Bool
  private let list: ToolParameterList
  private let reader: SchemaReader
  private let schema: CellValue

  /// Reads the schema of a tool's arguments.
  ///
  /// - Parameters:
  ///   - name: the name of its command.
  ///   - module: the module's name in the shell.
  ///   - takesAnswers: whether the tool may ask questions, so that the command has the option `--answers`.
  ///   - believesHints: whether to trust a tool that says it changes nothing.
  init(
    _ tool: ToolDescription, named name: String, of module: String, takesAnswers: Bool = true,
    believesHints: Bool = false
  ) {
    schema = tool.inputSchema
    reader = SchemaReader(root: schema)
    self.takesAnswers = takesAnswers
    list = ToolParameterList(reader, root: schema, takesAnswers: takesAnswers)
    let path = ToolNames.path(of: name, in: module)
    var specification = CommandSpecification(
      name, abstract: ToolText.abstract(of: tool.description),
      discussion: ToolText.discussion(of: tool.description),
      changesData: !(believesHints && tool.isReadOnly))
    if tool.isDestructive {
      specification.confirms = "'\(path)' may destroy data, as the module says. Run it?"
    }
    specification.fields = SchemaColumns(tool.outputSchema).ofResult
    for parameter in list.parameters { parameter.add(to: &specification) }
    specification.options.append(Self.json)
    specification.options.append(
      OptionSpecification(
        "save", value: "FILE", "Keep an image, a sound or a file of the result in FILE",
        completion: .file))
    if takesAnswers { specification.options.append(Self.answers) }
    if let example = Self.example(of: list.parameters, path: path) {
      specification.examples = [.init(example, specification.abstract)]
    }
    self.specification = specification
  }

  private static let json = {
    var option = OptionSpecification(
      "json", value: "JSON", "Give all arguments at once; others are added to them",
      type: ValueSchema(.json(type: "object")).type)
    option.parser = ValueSchema(.json(type: "object")).parser
    return option
  }()

  private static let answers = {
    var option = OptionSpecification(
      "answers", value: "JSON",
      "Answer the form that the tool shows; an array has an object for each of several",
      type: .custom("a JSON object, or an array of them")
    ).long()
    option.parser = ValueParser { try answers(in: $0.text) }
    option.answersForUser = true
    return option
  }()

  private static func answers(in text: String) throws -> [CellValue] {
    let value = try CellValue(json: text)
    let answers = value.listValue ?? [value]
    guard answers.allSatisfy({ $0.fieldsValue != nil }) else {
      throw ParameterError("has an element that is not an object")
    }
    return answers
  }

  /// Returns the answers to the tool's forms, in their order; nil if the command has no such option.
  func answers(of bound: BoundArguments) throws -> [CellValue]? {
    guard takesAnswers else { return nil }
    return try bound.text("answers").map(Self.answers) ?? []
  }

  /// Returns the arguments for the tool, as an object.
  ///
  /// - Parameter bound: the values given to the command.
  /// - Throws: a `usage` error that points at the wrong word.
  func arguments(of bound: BoundArguments) throws(ShellError) -> CellValue {
    var arguments = CellValue.record([])
    if let text = bound.text("json"), let object = try? CellValue(json: text) {
      arguments = object
    }
    for parameter in list.parameters {
      guard let value = try parameter.value(in: bound) else { continue }
      arguments.set(value, at: parameter.path[...])
    }
    for path in list.emptyObjects where arguments.member(at: path[...]) == nil {
      arguments.set(.record([]), at: path[...])
    }
    // If an object is not sent, the defaults of its members do not create it.
    for parameter in list.parameters where arguments.member(at: parameter.path[...]) == nil {
      if let value = parameter.defaultValue,
        arguments.member(at: parameter.path.dropLast())?.fieldsValue != nil
      {
        arguments.set(value, at: parameter.path[...])
      }
    }
    guard let mismatch = reader.mismatch(of: arguments, with: schema, depth: 8) else {
      return arguments
    }
    throw error(for: mismatch, in: bound)
  }

  private func error(for mismatch: SchemaReader.Mismatch, in bound: BoundArguments) -> ShellError {
    let parameter = list.parameters.first { $0.path == mismatch.path }
    // The word that gives the member, an enclosing object, or another member of that object.
    let word =
      list.parameters.last { mismatch.path.starts(with: $0.path) && bound.has($0) }
      ?? list.parameters.first {
        mismatch.path.count > 1 && $0.path.starts(with: mismatch.path.dropLast()) && bound.has($0)
      }
    let name =
      parameter.map { $0.argument ?? "--\($0.option)" }
      ?? "'\(mismatch.path.joined(separator: "."))'"
    return ShellError(
      .usage, "\(name) \(mismatch.reason)", word: bound.word(of: word?.name ?? "json"))
  }

  /// An example line with each required value from the schema's own examples; nil if some are missing.
  private static func example(of parameters: [ToolParameter], path: String) -> String? {
    var words: [String] = []
    for parameter in parameters where parameter.isRequired {
      guard parameter.argument != nil, let sample = parameter.samples.first,
        !sample.hasPrefix("-"), !sample.contains("'")
      else { return nil }
      words.append(CommandSpecification.isName(sample) ? sample : "'\(sample)'")
    }
    return words.isEmpty ? nil : "\(path) \(words.joined(separator: " "))"
  }
}

extension BoundArguments {
  fileprivate func has(_ parameter: ToolParameter) -> Bool { word(of: parameter.name) != nil }
}

extension CellValue {
  /// Sets a member of nested records, creating missing records.
  fileprivate mutating func set(_ value: CellValue, at path: ArraySlice<String>) {
    guard let name = path.first else { return self = value }
    var fields = fieldsValue ?? []
    let index = fields.firstIndex { $0.name == name } ?? fields.endIndex
    if index == fields.endIndex { fields.append(Field(name, .null)) }
    fields[index].value.set(value, at: path.dropFirst())
    self = .record(fields)
  }

  fileprivate func member(at path: ArraySlice<String>) -> CellValue? {
    guard let name = path.first else { return self }
    return self[name]?.member(at: path.dropFirst())
  }
}
