import CoreJSON
import FoundationEssentials
import SeashellKit
import ShellCommands
import ShellOutput
import WebMessages

/// Writes the response of an operation: records if it is JSON, else the text or bytes as received.
@MainActor
struct OperationResult {
  private let response: APIResponse
  private let columns: ResultColumns
  private let invocation: Invocation

  init(_ response: APIResponse, _ columns: ResultColumns, _ invocation: Invocation) {
    self.response = response
    self.columns = columns
    self.invocation = invocation
  }

  func write() throws {
    guard !response.data.isEmpty else {
      if invocation.console.isInteractive { invocation.report("done (\(response.statusCode))") }
      return
    }
    let type = response.headers["Content-Type"] ?? ""
    if type.isEmpty || MediaTypes.isJSON(type),
      let value = try? JSONValue(json: response.data)
    {
      return try write(value)
    }
    try writeBytes()
  }

  /// Writes the body as received; throws for bytes that are not text, on a terminal.
  func writeBytes() throws {
    if invocation.console.columns != nil, invocation.output.isTerminalTable,
      response.data.contains(0)
    {
      let type = MediaType.name(response.headers["Content-Type"])
      throw ShellError(
        .usage,
        "the answer is \(type.isEmpty ? "no text" : type), of \(response.data.count) bytes",
        hint: "'> FILE' behind the command keeps it")
    }
    var output = try invocation.output.bytes()
    try output.write(response.data)
    try output.end()
  }

  private func write(_ value: JSONValue) throws {
    switch value {
    case .array(let elements):
      var rows = RowWriter(
        to: invocation.output, columns: columns.names(in: elements),
        describe: columns.column)
      for element in elements { try rows.append(CellValue(element)) }
      try rows.finish()
    case .object(let members):
      try invocation.output.record(
        members.map { columns.column($0.key) }, members.map { CellValue($0.value) })
    default: try invocation.output.text(value.word ?? "null")
    }
  }
}
