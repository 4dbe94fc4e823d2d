package import SeashellKit

/// A tool of a module in another process, as the module describes it.
///
/// Two descriptions are equal if they are the same JSON, however it is written: the file in which they are
/// kept has `100` for `100.0`.
package struct ToolDescription: Sendable, Equatable {
  /// The tool's name, as the module spells it: `get_current_time`.
  package let name: String

  /// The description as the module sent it: a `Tool` of the Model Context Protocol.
  package let json: CellValue

  /// Reads a description.
  ///
  /// - Throws: ``ModuleError`` if it is no object, or has no name or no schema for its arguments.
  package init(_ json: CellValue) throws(ModuleError) {
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

  /// What it does, in the module's words; empty if the module says nothing.
  package var description: String {
    json["description"]?.textValue ?? json["title"]?.textValue ?? ""
  }

  /// The JSON Schema of its arguments.
  package var inputSchema: CellValue { json["inputSchema"] ?? .record([]) }

  /// The JSON Schema of its structured result; nil if it promises none.
  package var outputSchema: CellValue? { json["outputSchema"] }

  /// Whether it changes nothing, by the module's word.
  package var isReadOnly: Bool { hint("readOnlyHint") ?? false }

  /// Whether it may destroy something, by the module's own word.
  package var isDestructive: Bool { hint("destructiveHint") == true && !isReadOnly }

  private func hint(_ name: String) -> Bool? { json["annotations"]?[name]?.booleanValue }
}
