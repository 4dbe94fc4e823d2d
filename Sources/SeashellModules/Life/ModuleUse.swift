import SeashellKit

@MainActor
struct ModuleUse {
  let name: String
  let runner: @MainActor () -> ModuleRunner
  let logger: Logger

  /// Calls a closure with the module, and with the call that shows progress and writes records.
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
          // Cancelled when the reader of the output is gone.
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
        // Output before the failure is shown too.
        try call.finish()
        throw error
      }
      try call.finish()
    }
  }
}
