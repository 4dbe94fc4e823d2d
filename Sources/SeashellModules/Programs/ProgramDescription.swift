import SeashellKit

enum ProgramDescription {
  static let question = "--seashell-describe"

  /// The hint for the module's author.
  static let hint =
    #"it must print its tools: {"tools":[{"name":"greet","description":"Say hello"}]}"#

  /// A tool without `inputSchema` takes no arguments.
  ///
  /// The error says what is wrong and what to print.
  static func tools(in text: [UInt8]) throws(ModuleError) -> [ToolDescription] {
    let json: CellValue
    do throws(JSONError) {
      json = try CellValue(json: text)
    } catch {
      throw ModuleError(
        "called with \(question), it printed no JSON: \(error)",
        hint: hint)
    }
    guard let tools = json["tools"]?.listValue else {
      throw ModuleError("called with \(question), it printed no list 'tools'", hint: hint)
    }
    var descriptions: [ToolDescription] = []
    for tool in tools {
      do throws(ModuleError) {
        descriptions.append(try ToolDescription(withSchema(tool)))
      } catch {
        throw ModuleError(error.reason, hint: hint)
      }
    }
    return descriptions
  }

  private static func withSchema(_ tool: CellValue) -> CellValue {
    guard let fields = tool.fieldsValue, tool["inputSchema"] == nil else { return tool }
    let none: CellValue = .record([
      .init("type", .text("object")), .init("properties", .record([])),
      .init("additionalProperties", .boolean(false)),
    ])
    return .record(fields + [.init("inputSchema", none)])
  }
}
