import SeashellKit

/// The result of a tool's call: a `CallToolResult` of the Model Context Protocol.
package struct ToolResult: Sendable {
  /// The content blocks, as the module sent them.
  let content: [CellValue]

  let structured: CellValue?

  /// Whether the call failed; the content then says why.
  let isError: Bool

  init(content: [CellValue], structured: CellValue? = nil, isError: Bool = false) {
    self.content = content
    self.structured = structured
    self.isError = isError
  }

  /// Parses a result.
  ///
  /// - Throws: ``ModuleError`` if it is not valid.
  init(_ json: CellValue) throws(ModuleError) {
    let structured = json["structuredContent"]
    guard let content = json["content"]?.listValue ?? (structured == nil ? nil : []) else {
      throw ModuleError("its result has no 'content'")
    }
    self.init(
      content: content, structured: structured, isError: json["isError"]?.booleanValue ?? false)
  }
}
