import SeashellKit

/// How the commands of a module use it while they run.
@MainActor
struct ModuleUse {
  /// The module's name.
  let name: String
  /// Returns what runs the module for the statement that uses it.
  let runner: @MainActor () -> ModuleRunner
  let logger: Logger

  /// Calls a body with the module and with what shows and writes while the module works.
  ///
  /// - Parameter command: the command's own name.
  func use(
    by invocation: Invocation, as command: String,
    _ body: @escaping @MainActor (any ToolProvider, ToolCall) async throws -> Void
  ) async throws {
    let call = ToolCall(invocation, module: name, command: command, logger: logger)
    defer { call.hideProgress() }
    let runner = runner()
    try await runner.use { provider in
      do {
        if runner.writesWhileItRuns {
          // The task is cancelled when the reader of the output is gone.
          let task = Task.immediate { try await body(provider, call) }
          call.whenClosed = { task.cancel() }
          try await withTaskCancellationHandler {
            try await task.value
          } onCancel: {
            task.cancel()
          }
        } else {
          try await body(provider, call)
        }
      } catch {
        // What it wrote before it failed is shown too.
        try call.finish()
        throw error
      }
      try call.finish()
    }
  }
}
