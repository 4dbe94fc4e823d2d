import FoundationEssentials
import SeashellHosting
import SeashellKit
import WebAPI

/// Writes the result of a tool's call as records, text and files.
///
/// Structured content becomes records: an object is one record, and an array, alone, as an object's only
/// member, or in an envelope such as `{items, total}`, is a list of them. Without structured content, a text that is a JSON array or object is treated
/// the same way. Other text is written as it is, or as a string if the output is JSON.
@MainActor
struct ResultWriter {
  let output: Output
  let report: (String) -> Void
  var saver: BlobSaver

  /// The maximum length of a failed call's message, in characters.
  private static let longestMessage = 1_000

  /// Creates a writer.
  ///
  /// - Parameters:
  ///   - output: receives records and text.
  ///   - save: the file for an image, a sound or another file; nil to save none.
  ///   - report: receives notices.
  init(
    to output: Output, save: String? = nil, report: @escaping (String) -> Void
  ) {
    self.output = output
    self.report = report
    saver = BlobSaver(file: save, report: report)
  }

  /// Writes the result of a call.
  ///
  /// - Throws: `ShellError` if the call failed, ``ModuleError`` if the result does not match the tool's
  ///   schema; an error if the result cannot be written.
  mutating func write(_ result: ToolResult, of tool: ToolDescription) throws {
    if result.isError { throw Self.failure(result, of: tool) }
    if let structured = result.structured {
      let schema = try Self.checked(structured, of: tool)
      for block in result.content { try writeBlob(of: block) }
      try write(structured, schema)
    } else if tool.outputSchema != nil {
      throw ModuleError("its tool '\(tool.name)' promises a structured result and returned none")
    } else {
      try write(blocks: result.content)
    }
    saver.finish()
  }

  /// Writes the contents of a resource.
  ///
  /// - Parameter contents: `TextResourceContents` and `BlobResourceContents` of the Model Context Protocol.
  /// - Throws: ``ModuleError`` if they have another type; an error if they cannot be written.
  mutating func write(contents: [CellValue]) throws {
    try write(
      blocks: contents.map { .record([.init("type", .text("resource")), .init("resource", $0)]) })
    saver.finish()
  }

  private static func failure(_ result: ToolResult, of tool: ToolDescription) -> ShellError {
    let texts = result.content.compactMap { $0["text"]?.textValue }
    var message = texts.joined(separator: " ").split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
    if message.isEmpty, let structured = result.structured { message = structured.plainText }
    if message.isEmpty { message = "'\(tool.name)' failed, and does not say why" }
    if message.count > longestMessage { message = message.prefix(longestMessage) + "…" }
    return ShellError(.failed, message)
  }
}

extension ResultWriter {
  private static func checked(
    _ value: CellValue, of tool: ToolDescription
  ) throws(ModuleError) -> SchemaColumns {
    guard let schema = tool.outputSchema else { return SchemaColumns(nil) }
    if let mismatch = SchemaReader(root: schema).mismatch(of: value, with: schema, depth: 1) {
      let field = mismatch.path.isEmpty ? "" : "'\(mismatch.path.joined(separator: "."))' "
      throw ModuleError(
        "the result of its tool '\(tool.name)' is wrong: \(field)\(mismatch.reason)")
    }
    return SchemaColumns(schema)
  }

  func write(_ value: CellValue, _ columns: SchemaColumns) throws {
    switch value {
    case .record(let fields):
      if fields.count == 1, let only = fields.first {
        let isWrapped = only.name == "result"
        if let values = only.value.listValue,
          isWrapped || values.allSatisfy({ $0.fieldsValue != nil })
        {
          return try write(rows: values, columns.ofRows(in: only.name))
        }
        if isWrapped {
          return try write(wrapped: only.value)
        }
      }
      if try writeEnvelope(value, columns) { return }
      try write(record: fields)
    case .list(let values): try write(rows: values, columns.ofRows)
    default: try write(wrapped: value)
    }
  }

  /// Writes the list in an envelope, and reports what is around it; returns false for a record.
  private func writeEnvelope(_ value: CellValue, _ columns: SchemaColumns) throws -> Bool {
    guard let fields = value.fieldsValue,
      fields.contains(where: { $0.value.listValue != nil || $0.value.fieldsValue != nil }),
      let envelope = Paging.envelope(Data(value.jsonText.utf8)), envelope.isPlain
    else { return false }
    func member(_ path: String) -> CellValue? {
      path.split(separator: ".").reduce(value as CellValue?) { $0?[String($1)] }
    }
    guard let rows = member(envelope.path)?.listValue,
      rows.allSatisfy({ $0.fieldsValue != nil })
    else { return false }
    let isDeep = envelope.path.contains(".")
    try write(rows: rows, isDeep ? [] : columns.ofRows(in: envelope.path))
    let around = envelope.scalars.compactMap { path in
      member(path).flatMap { $0.plainText == "\(rows.count)" ? nil : "\(path) \($0.plainText)" }
    }
    if !around.isEmpty {
      report("besides '\(envelope.path)': \(around.joined(separator: ", ").prefix(1_000))")
    }
    return true
  }

  private func write(wrapped value: CellValue) throws {
    switch value {
    case .record(let fields): try write(record: fields)
    case .text(let text): try write(text: text)
    case .null, .missing: break
    default: try output.record([Column("value")], [value])
    }
  }

  private func write(record fields: [CellValue.Field]) throws {
    var shape = RecordShape()
    let values = shape.row(of: fields).values
    try output.record(shape.columns, values)
  }

  func write(rows: [CellValue], _ columns: [String]) throws {
    var writer = RowWriter(to: output, columns: columns)
    for row in rows { try writer.append(row) }
    try writer.finish()
  }
}
