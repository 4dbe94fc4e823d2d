import SeashellKit

struct SchemaTexts {
  private let schema: CellValue

  /// The maximum length of a default in help, in characters.
  private static let longestDefault = 60

  private static let mostTitles = 12

  private static let mostExamples = 10

  init(_ schema: CellValue) {
    self.schema = schema
  }

  /// The value that the module assumes.
  var defaultValue: CellValue? { schema["default"] }

  /// The value to send if none is given; nil if the schema's default is null or invalid.
  func defaultValue(of content: ToolParameter.Content, _ reader: SchemaReader) -> CellValue? {
    guard let value = defaultValue, value != .null,
      reader.mismatch(of: value, with: schema, depth: 8) == nil
    else { return nil }
    guard case .value(let schema) = content else { return value }
    return Self.accepts(schema, value.plainText) ? value : nil
  }

  func abstract(of content: ToolParameter.Content) -> String {
    let text = schema["description"]?.textValue ?? schema["title"]?.textValue ?? ""
    var notes: [String] = []
    if case .value(let value) = content, value.choices.count <= Self.mostTitles {
      notes += value.choices.compactMap { choice in choice.title.map { "\(choice.text): \($0)" } }
    }
    if case .list = content, let values = defaultValue?.listValue, !values.isEmpty {
      let texts = values.map(\.plainText).joined(separator: ", ")
      if texts.count <= Self.longestDefault { notes.append("default: \(texts)") }
    }
    let abstract = ToolText.abstract(of: text)
    guard !notes.isEmpty else { return abstract }
    let note = ToolText.abstract(of: notes.joined(separator: "; "))
    return abstract.isEmpty ? note : "\(abstract); \(note)"
  }

  func defaultText(of content: ToolParameter.Content) -> String? {
    guard case .value(let value) = content, let text = defaultValue.flatMap(Self.text),
      text.count <= Self.longestDefault, Self.accepts(value, text)
    else { return nil }
    return text
  }

  /// Valid texts according to the module: examples, the default, and choices.
  func values(of value: ValueSchema) -> [String] {
    var texts = (schema["examples"]?.listValue ?? []).prefix(Self.mostExamples).compactMap(
      Self.text)
    if let text = schema["example"].flatMap(Self.text) { texts.append(text) }
    if let text = defaultValue.flatMap(Self.text) { texts.append(text) }
    texts += value.choices.prefix(1).map(\.text)
    return texts.filter { $0.count <= Self.longestDefault && Self.accepts(value, $0) }
  }

  private static func text(_ value: CellValue) -> String? {
    let text = value.plainText
    return text.isEmpty || text.contains(where: \.isNewline) ? nil : text
  }

  private static func accepts(_ value: ValueSchema, _ text: String) -> Bool {
    value.type.accepts(text) && (try? value.value(of: text, steps: TextPattern.stepsForHelp)) != nil
  }
}
