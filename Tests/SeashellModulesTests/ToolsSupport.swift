@testable import SeashellModules
import SeashellKit
import ShellCommands
import ShellLanguage
import ShellOutput

/// A tool and its command, for the tests of this folder.
struct SampleTool {
  let tool: ToolDescription
  let parameters: ToolParameters

  init(_ json: String, takesAnswers: Bool = false) throws {
    tool = try ToolDescription(CellValue(json: json))
    parameters = ToolParameters(
      tool, named: ToolNames.command(of: tool.name), of: "m", takesAnswers: takesAnswers)
  }

  /// A tool `do_it` with a schema of its arguments.
  init(schema: String, more: String = "") throws {
    try self.init(#"{"name":"do_it","inputSchema":\#(schema)\#(more)}"#)
  }

  /// A tool with properties and the names of those that are required.
  init(properties: String, required: String = "") throws {
    try self.init(
      schema: #"{"type":"object","properties":{\#(properties)},"required":[\#(required)]}"#)
  }

  var specification: CommandSpecification { parameters.specification }

  /// The arguments as JSON that a command's words give.
  func arguments(_ words: [String]) throws -> String {
    let words = words.map { Word($0) }
    let binder = ArgumentBinder(specification, path: "m \(specification.name)")
    return try parameters.arguments(of: binder.bind(words, from: 0)).jsonText
  }

  /// The error of a command's words: its word, if it has one, and its message.
  func error(_ words: [String]) -> String? {
    do {
      return "no error, but " + (try arguments(words))
    } catch let error as ShellError {
      guard error.code == .usage else { return "\(error)" }
      return (error.word.map { "\($0): " } ?? "") + error.message
    } catch {
      return "\(error)"
    }
  }
}
