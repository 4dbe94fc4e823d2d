package import ShellCommands
package import ShellOutput

/// The value of a variable.
package enum VariableValue {
  /// Text; a path after the variable is text too.
  case text(String)
  /// The result of a command.
  case records(Records)
  /// A single record, or any other value.
  case value(CellValue)
  /// A response to a request, whose body is parsed when it is used.
  case response(any LastResponse)

  /// Creates a value; text of unknown kind is text.
  init(_ value: CellValue) {
    if case .untyped(let text) = value { self = .text(text) } else { self = .value(value) }
  }

  /// Returns the expansion of a variable; `path` is such as `.price` or `[2].id`.
  func text(at path: String, of name: String) throws(ShellError) -> String {
    switch self {
    case .text(let text): text + path
    case .records(let records) where path.isEmpty: records.jsonText()
    case .records(let records): try ValuePath(path, of: name).value(in: records).plainText
    case .value(let value) where path.isEmpty: value.plainText
    case .value(.text(let text)): text + path
    case .value(let value): try ValuePath(path, of: name).value(in: value).plainText
    case .response: try cell(at: path, of: name).plainText
    }
  }

  /// Returns the value at a path, with its kind; text is untyped.
  func cell(at path: String, of name: String) throws(ShellError) -> CellValue {
    switch self {
    case .text(let text): .untyped(text + path)
    case .records(let records) where path.isEmpty: records.value
    case .records(let records): try ValuePath(path, of: name).value(in: records)
    case .value(let value) where path.isEmpty: value
    case .value(.text(let text)): .text(text + path)
    case .value(let value): try ValuePath(path, of: name).value(in: value)
    case .response(let response):
      try ValuePath(path, of: name).value(in: .record(response.fields(for: path)))
    }
  }

  /// The lines in a list as one text, without newlines at the end.
  var joinedLines: VariableValue {
    guard case .value(.list(let lines)) = self else { return self }
    let end = lines.lastIndex { !$0.plainText.isEmpty } ?? -1
    return .text(lines[...end].map(\.plainText).joined(separator: "\n"))
  }

  /// The text for a list of variables: the value itself, or the number of records.
  var summary: String {
    switch self {
    case .text(let text): text
    case .records(let records) where !records.isList: "a record"
    case .records(let records):
      records.count == 1 ? "1 record" : "\(records.count) records"
    case .value(let value): value.plainText
    case .response: "a response"
    }
  }

  /// The texts to mask if the value is a secret: the value, or the texts in it.
  var secretTexts: [String] {
    switch self {
    case .text(let text): [text]
    case .value(.list(let values)): values.flatMap(\.texts)
    case .value(.record(let fields)): fields.flatMap(\.value.texts)
    case .value(let value): [value.plainText]
    case .records(let records): records.value.texts
    case .response(let response):
      (try? response.fields(withBody: true))?.filter { $0.name == ResponseField.body.rawValue }
        .flatMap(\.value.texts) ?? []
    }
  }

  /// Whether the variable holds text instead of records.
  package var isText: Bool {
    if case .text = self { true } else { false }
  }
}

extension LastResponse {
  /// Returns the fields, of which those that a path does not lead to may be null.
  func fields(for path: String) throws(ShellError) -> [CellValue.Field] {
    let heads = ResponseField.allCases.filter { $0 != .body && $0 != .text }
    let usesHead = heads.contains { field in
      guard path.hasPrefix(".\(field.rawValue)") else { return false }
      let rest = path.dropFirst(field.rawValue.count + 1)
      return rest.isEmpty || rest.hasPrefix(".") || rest.hasPrefix("[")
    }
    return try fields(withBody: !usesHead)
  }
}

extension CellValue {
  /// The texts in a value, in order.
  fileprivate var texts: [String] {
    switch self {
    case .text(let text), .untyped(let text): [text]
    case .list(let values): values.flatMap(\.texts)
    case .record(let fields): fields.flatMap(\.value.texts)
    case .integer, .decimal, .boolean, .date, .null, .missing: []
    }
  }
}
