import SeashellKit

/// A tool of a module in another process, as the module describes it.
///
/// Descriptions are equal if they are the same JSON, even if it is written differently: the stored file may
/// have `100` for `100.0`.
package struct ToolDescription: Sendable, Equatable {
  /// The tool's name, as the module spells it: `get_current_time`.
  let name: String

  /// The description as the module sent it: a `Tool` of the Model Context Protocol.
  let json: CellValue

  /// Parses a description.
  ///
  /// - Throws: ``ModuleError`` if it is not an object, or has no name or no schema for its arguments.
  init(_ json: CellValue) throws(ModuleError) {
    guard let name = json["name"]?.textValue, !name.isEmpty else {
      throw ModuleError("it offers a tool without a name")
    }
    guard json["inputSchema"]?.fieldsValue != nil else {
      throw ModuleError("its tool '\(name)' has no 'inputSchema'")
    }
    self.name = name
    self.json = json
  }

  package static func == (left: ToolDescription, right: ToolDescription) -> Bool {
    left.name == right.name && left.json.isSameJSON(as: right.json)
  }

  /// Its purpose in the module's words; empty if the module gives none.
  var description: String {
    json["description"]?.textValue ?? json["title"]?.textValue ?? ""
  }

  /// The JSON Schema of its arguments.
  var inputSchema: CellValue { json["inputSchema"] ?? .record([]) }

  /// The JSON Schema of its structured result; nil if it has none.
  var outputSchema: CellValue? { json["outputSchema"] }

  /// Whether it changes nothing, according to the module.
  var isReadOnly: Bool { hint("readOnlyHint") ?? false }

  /// Whether it may destroy something, according to the module.
  var isDestructive: Bool { hint("destructiveHint") == true && !isReadOnly }

  private func hint(_ name: String) -> Bool? { json["annotations"]?[name]?.booleanValue }
}
