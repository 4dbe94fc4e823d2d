import ShellCommands
import ShellRecords
import ShellOutput

/// The input fields that an `each` stage puts before its results: `--keep FIELD[=NAME]`.
struct KeptFields {
  private(set) var fields: [RecordField] = []
  private(set) var columns: [Column] = []

  /// Throws if a field or a name is empty, or two have the same name.
  @MainActor
  init(_ option: Option<[String]>, of invocation: Invocation) throws {
    for field in try invocation.fields(of: option) {
      let parts = Self.parts(of: field.text)
      let name = String(parts.name)
      guard !parts.field.isEmpty, !name.isEmpty else {
        throw ShellError(.usage, "'\(field.text)' is not FIELD or FIELD=NAME", word: field.word)
      }
      guard !columns.contains(where: { $0.name == name }) else {
        throw ShellError(
          .usage, "two fields have the name '\(name)'", hint: "rename one of them: FIELD=NAME",
          word: field.word)
      }
      fields.append(RecordField(String(parts.field), word: field.word))
      columns.append(Column(name))
    }
  }

  static func name(in text: String) -> String { String(parts(of: text).name) }

  private static func parts(of text: String) -> (field: Substring, name: Substring) {
    guard let equals = text.firstIndex(of: "=") else { return (text[...], text[...]) }
    return (text[..<equals], text[equals...].dropFirst())
  }

  var isEmpty: Bool { fields.isEmpty }

  mutating func find(in columns: [Column]) {
    for index in fields.indices { fields[index].find(in: columns) }
  }

  func values(in row: [CellValue]) -> [CellValue] { fields.map { $0.value(in: row) } }
}
