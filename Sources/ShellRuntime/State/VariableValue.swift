package import ShellOutput

/// The value of a variable.
package enum VariableValue {
  /// Text; a path after the variable is text too.
  case text(String)
  /// The result of a command.
  case records(Records)
  /// A single record, or any other value.
  case value(CellValue)

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
      records.rows.count == 1 ? "1 record" : "\(records.rows.count) records"
    case .value(let value): value.plainText
    }
  }

  /// Whether the variable holds text instead of records.
  package var isText: Bool {
    if case .text = self { true } else { false }
  }
}
