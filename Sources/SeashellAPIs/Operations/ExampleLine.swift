import CoreJSON
import ShellCommands
import ShellLanguage
import ShellOutput

struct ExampleLine {
  /// The maximum length of a line and of a value in it, in characters.
  private static let (longest, longestValue) = (160, 60)

  /// Texts to try for a pattern, if the description has no example.
  private static let samples = [
    "1", "10", "100", "a", "abc", "A", "AB", "ABC", "a1", "A1", "a-1", "2026-01-31", "12:00",
    "12:00:00",
    "2026-01-31T12:00:00Z", "1.0", "1.0.0", "#ff8800", "name@example.com", "https://example.com",
    "123e4567-e89b-12d3-a456-426614174000", "0123456789abcdef", "12345678901234567",
  ]

  private let parameters: OperationParameters

  /// Returns the line; nil if no valid one is short enough.
  ///
  /// `path` is the command as typed, with its API and group.
  static func line(
    of specification: CommandSpecification, _ parameters: OperationParameters, path: String
  ) -> String? {
    let own = ExampleLine(parameters: parameters)
    var start = [path]
    for (argument, parameter) in parameters.arguments {
      guard let text = own.text(of: parameter, isArgument: true), argument.type.accepts(text)
      else { return nil }
      start.append(Quotation.quoted(text))
    }
    let required = own.options { option, isProperty in option.isRequired && !isProperty }
    guard let required else { return nil }
    let lines = own.bodies(specification).map { (start + required + $0).joined(separator: " ") }
    return lines.first { $0.count <= longest && isPlain($0) }
  }

  /// Whether a text from the description, which is not trusted, can be copied from the help.
  private static func isPlain(_ text: String) -> Bool {
    !text.unicodeScalars.contains(where: TerminalText.isHostile)
  }

  /// The ways to give the body, best first; without a body, one empty way.
  private func bodies(_ specification: CommandSpecification) -> [[String]] {
    guard let body = parameters.body else { return [[]] }
    let file = ["--body", "@FILE"]
    let name = OperationParameters.bodyName
    if specification.options.contains(where: { $0.name == name && $0.isRequired }) {
      let value = body.exampleValue
      let text = MediaTypes.isJSON(body.contentType) ? value.jsonText : value.word ?? "text"
      // A text from the description must not name one of the user's files.
      return [text.hasPrefix("@") ? file : ["--body", Quotation.quoted(text)], file]
    }
    guard let properties = options({ $0.isRequired && $1 }) else { return [file] }
    guard properties.isEmpty else { return [properties, file] }
    // If no property is required, show one as an example.
    let first = parameters.options.first { $0.destination.isProperty }?.specification.name
    return [options { option, _ in option.name == first } ?? [], []]
  }

  /// Returns the words for some options; nil if one of them has no example.
  private func options(
    _ isMeant: (_ option: OptionSpecification, _ isProperty: Bool) -> Bool
  ) -> [String]? {
    var words: [String] = []
    for option in parameters.options
    where isMeant(option.specification, option.destination.isProperty) {
      let text =
        switch option.destination {
        case .parameter(let parameter): text(of: parameter, isArgument: false)
        case .property(let property): text(of: property, option.specification)
        }
      guard let text, option.specification.type.accepts(text) else { return nil }
      words += ["--\(option.specification.name)", Quotation.quoted(text)]
    }
    return words
  }

  private func text(of property: BodyProperty, _ option: OptionSpecification) -> String? {
    if option.isLong { return property.schema.exampleValue.jsonText }
    if option.valueName == "@FILE" { return "@FILE" }
    let schema = property.schema.scalarItems ?? property.schema
    return word(of: schema) { (try? schema.value(of: $0, for: option.name)) != nil }
  }

  /// - Parameter isArgument: whether all values of a list or an object are in one word.
  private func text(of parameter: DescribedParameter, isArgument: Bool) -> String? {
    let schema = parameter.schema
    if parameter.contentType != nil { return schema.exampleValue.jsonText }
    if ParameterText.isObject(schema) {
      let members = schema.members.prefix(2).compactMap { member in
        word(of: member.schema) { !$0.contains(",") }.map { "\(member.name)=\($0)" }
      }
      let all = members.isEmpty ? ["x=1", "y=2"] : members
      return isArgument ? all.joined(separator: ",") : all[0]
    }
    let element = schema.types.contains(.array) ? schema.items ?? DescribedSchema() : schema
    return word(of: element) { text in
      element.wordType.accepts(text) && element.brokenRule(by: text) == nil
        && !(isArgument && ([".", ".."].contains(text) || text.hasPrefix("-")))
    }
  }

  private func word(of schema: DescribedSchema, where fits: (String) -> Bool) -> String? {
    var texts = schema.exampleValues.map { $0.word ?? (schema.isUntyped ? "text" : $0.jsonText) }
    if schema.patternRule != nil { texts += Self.samples }
    return texts.first {
      !$0.isEmpty && $0.count <= Self.longestValue && Self.isPlain($0) && fits($0)
    }
  }
}

extension DescribedBody {
  var exampleValue: JSONValue { example ?? schema?.exampleValue ?? [:] }
}
