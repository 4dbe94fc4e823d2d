import SeashellKit

/// How the commands of a module use it while they run.
@MainActor
struct ModuleUse {
  /// The module's name.
  let name: String
  let runner: ModuleRunner
  let logger: Logger

  /// Calls a body with the module and with what shows the progress of the command.
  ///
  /// - Parameter command: the command's own name.
  func use<Value>(
    by invocation: Invocation, as command: String,
    _ body: (any ToolProvider, ToolCall) async throws -> Value
  ) async throws -> Value {
    let call = ToolCall(of: name, command, console: invocation.console, logger: logger)
    defer { call.end() }
    return try await runner.use { try await body($0, call) }
  }
}
