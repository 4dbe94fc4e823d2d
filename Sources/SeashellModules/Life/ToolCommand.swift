import SeashellKit

/// The command that calls a tool of a module in another process.
struct ToolCommand: Command {
  private let module: ModuleUse
  private let tool: ToolDescription
  private let parameters: ToolParameters

  init(_ tool: ToolDescription, of module: ModuleUse) {
    self.module = module
    self.tool = tool
    parameters = ToolParameters(tool, module: module.name)
  }

  var specification: CommandSpecification { parameters.specification }

  func run(_ invocation: Invocation) async throws {
    let arguments = try parameters.arguments(of: invocation.arguments)
    try await module.use(by: invocation, as: specification.name) { provider, call in
      let result = try await provider.call(tool.name, arguments: arguments, for: call)
      try call.finish()
      if call.hasWritten, result.content.isEmpty { return }
      var writer = ResultWriter(
        to: invocation.output, save: invocation.arguments.text("save"), report: invocation.report)
      try writer.write(result, of: tool)
    }
  }
}
