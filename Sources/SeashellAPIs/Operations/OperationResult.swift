import CoreJSON
import FoundationEssentials
import SeashellKit
import SeashellModules
import ShellCommands
import WebDescriptions

/// Writes the response to an operation: records if it is JSON, else the text or the bytes that came.
@MainActor
struct OperationResult {
  private let response: APIResponse
  private let invocation: Invocation

  init(_ response: APIResponse, _ invocation: Invocation) {
    self.response = response
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
    var output = try invocation.output.bytes()
    try output.write(response.data)
    try output.end()
  }

  private func write(_ value: JSONValue) throws {
    switch value {
    case .array(let elements):
      var rows = RowWriter(to: invocation.output, report: invocation.report)
      for element in elements { try rows.append(CellValue(element)) }
      try rows.finish()
    case .object(let members):
      try invocation.output.record(
        members.map { Column($0.key) }, members.map { CellValue($0.value) })
    default: try invocation.output.text(value.word ?? "null")
    }
  }
}
