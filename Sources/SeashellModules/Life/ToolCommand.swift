import SeashellKit

struct ToolCommand: Command {
  private let module: ModuleUse
  private let tool: ToolDescription
  private let parameters: ToolParameters

  init(_ tool: ToolDescription, named name: String, of module: ModuleUse, _ record: ModuleRecord) {
    self.module = module
    self.tool = tool
    parameters = ToolParameters(tool, named: name, of: record)
  }

  var specification: CommandSpecification { parameters.specification }

  func run(_ invocation: Invocation) async throws {
    let arguments = try parameters.arguments(of: invocation.arguments)
    let answers = try parameters.answers(of: invocation.arguments)
    try await module.use(by: invocation, as: specification.name) { provider, call in
      call.answers = answers
      let result = try await provider.call(tool.name, arguments: arguments, for: call)
      try call.finish()
      if call.hasWritten, result.content.isEmpty { return }
      var writer = ResultWriter(
        to: invocation.output, save: invocation.arguments.text("save"), report: invocation.report)
      try writer.write(result, of: tool)
    }
  }
}

extension ToolParameters {
  /// `name` is that of the tool's command.
  init(_ tool: ToolDescription, named name: String, of module: ModuleRecord) {
    // A program gets all its input when it is called, and cannot ask.
    let takesAnswers = if case .program = module.source { false } else { true }
    self.init(
      tool, named: name, of: module.name, takesAnswers: takesAnswers,
      believesHints: module.believesHints)
  }
}
