import FoundationEssentials
import SeashellKit
import WebMessages

/// The header fields that repeat parts of a message, so that proxies need not read it (2026-07-28).
struct RoutingFields {
  /// The arguments to repeat for each tool: the path of each, and the name of its header field.
  private var repeated: [String: [(path: [String], name: String)]] = [:]

  /// Sets the arguments to repeat, from `x-mcp-header` in the tools' schemas.
  mutating func learn(_ tools: [ToolDescription]) {
    repeated = [:]
    for tool in tools {
      let fields = Self.annotations(of: tool.inputSchema, at: [])
      if !fields.isEmpty { repeated[tool.name] = fields }
    }
  }

  private static func annotations(
    of schema: CellValue, at path: [String]
  ) -> [(path: [String], name: String)] {
    (schema["properties"]?.fieldsValue ?? []).flatMap { property in
      let path = path + [property.name]
      var found = annotations(of: property.value, at: path)
      if let name = property.value["x-mcp-header"]?.textValue, HTTPHeaders.isName(name) {
        found.append((path, name))
      }
      return found
    }
  }

  func add(for message: CellValue, to headers: inout HTTPHeaders) {
    guard let method = message["method"]?.textValue else { return }
    headers["Mcp-Method"] = method
    let parameters = message["params"]
    switch method {
    case "tools/call", "prompts/get":
      headers["Mcp-Name"] = parameters?["name"]?.textValue.map(Self.encoded)
    case "resources/read":
      headers["Mcp-Name"] = parameters?["uri"]?.textValue.map(Self.encoded)
    default: break
    }
    guard method == "tools/call", let tool = parameters?["name"]?.textValue else { return }
    for (path, name) in repeated[tool] ?? [] {
      let value = path.reduce(parameters?["arguments"]) { $0?[$1] }
      switch value {
      case .text, .integer, .boolean:
        headers["Mcp-Param-\(name)"] = value.map { Self.encoded($0.plainText) }
      default: break
      }
    }
  }

  /// Encodes a text for a header field: in Base64 if it has other than visible ASCII characters.
  static func encoded(_ text: String) -> String {
    let isPlain =
      text.utf8.allSatisfy { (0x20...0x7E).contains($0) } && text.first != " "
      && text.last != " " && !(text.hasPrefix("=?base64?") && text.hasSuffix("?="))
    return isPlain ? text : "=?base64?\(Data(text.utf8).base64EncodedString())?="
  }
}
