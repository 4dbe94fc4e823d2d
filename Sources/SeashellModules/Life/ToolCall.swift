import SeashellKit

/// A running command that calls a module: shows progress, log messages and questions.
@MainActor
final class ToolCall: ToolCaller {
  private let module: String
  private let command: String
  private let console: any Console
  private let logger: Logger
  private var showsProgress = false

  /// - Parameters:
  ///   - module: the module's name.
  ///   - command: the command's own name.
  ///   - logger: the module's.
  init(of module: String, _ command: String, console: any Console, logger: Logger) {
    self.module = module
    self.command = command
    self.console = console
    self.logger = logger
  }

  func progress(_ update: ProgressUpdate) {
    showsProgress = true
    let label = update.label.isEmpty ? "\(module) \(command)" : update.label
    console.progress(ProgressUpdate(label, fraction: update.fraction))
  }

  func log(level: String, text: String) { logger.debug("\(level): \(text)") }

  func elicit(_ request: CellValue) async throws -> CellValue {
    end()
    return try await ElicitationForm(module: module, console: console).answer(request)
  }

  /// Removes the progress.
  func end() {
    if showsProgress { console.progress(nil) }
    showsProgress = false
  }
}
