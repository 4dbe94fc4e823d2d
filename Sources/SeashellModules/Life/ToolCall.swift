import SeashellHosting
import SeashellKit

/// A running command that calls a module: writes records as they arrive, and shows progress, log messages
/// and questions.
@MainActor
final class ToolCall: ToolCaller {
  /// Called when the output accepts no more, so that the call can be stopped.
  var whenClosed: () -> Void = {}

  /// The answers to the module's forms, in their order; nil if the command has no such option.
  var answers: [CellValue]?

  /// Whether the module wrote a part of the result before the call ended.
  private(set) var hasWritten = false

  private let invocation: Invocation
  private let module: String
  private let command: String
  private let logger: Logger
  private var rows: RowWriter?
  private var failure: (any Error)?
  private var showsProgress = false
  /// Whether the user has cancelled a question, so that no further ones are asked.
  private var hasGivenUp = false

  /// `command` is the command's own name.
  init(_ invocation: Invocation, module: String, command: String, logger: Logger) {
    self.invocation = invocation
    self.module = module
    self.command = command
    self.logger = logger
  }

  func progress(_ update: ProgressUpdate) {
    showsProgress = true
    var update = update
    if update.label.isEmpty { update.label = "\(module) \(command)" }
    invocation.console.progress(update)
  }

  func log(level: String, text: String) { logger.debug("\(level): \(text)") }

  func row(_ value: CellValue) {
    write {
      var rows =
        rows ?? RowWriter(to: invocation.output, isEndless: true)
      defer { self.rows = rows }
      try rows.append(value)
    }
  }

  func text(_ line: String) {
    write {
      try rows?.finish()
      rows = nil
      try invocation.output.result(line)
    }
  }

  func errorLine(_ line: String) {
    hideProgress()
    invocation.report(line)
  }

  func elicit(_ request: CellValue) async throws -> CellValue {
    hideProgress()
    guard !hasGivenUp else { return ElicitationForm.cancelled }
    let answer = try await ElicitationForm(
      module: module, console: invocation.console,
      nextAnswer: answers == nil ? nil : { [weak self] in self?.takeAnswer() }
    ).answer(request)
    hasGivenUp = answer == ElicitationForm.cancelled
    return answer
  }

  private func takeAnswer() -> CellValue? {
    answers?.isEmpty == false ? answers?.removeFirst() : nil
  }

  /// Removes the progress, and finishes the output; throws if it accepts no more.
  func finish() throws {
    hideProgress()
    if let failure { throw failure }
    try rows?.finish()
    rows = nil
  }

  func hideProgress() {
    if showsProgress { invocation.console.progress(nil) }
    showsProgress = false
  }

  private func write(_ body: () throws -> Void) {
    guard failure == nil else { return }
    hideProgress()
    hasWritten = true
    do {
      try body()
    } catch {
      failure = error
      whenClosed()
    }
  }
}
