import ShellCommands
import ShellLanguage
import ShellOutput

/// Runs statements for the records of an `each` stage, in subshells that copy the stage's variables.
@MainActor
final class EachBlock {
  private let shell: Shell
  private let variables: Variables
  private let body: @MainActor (Shell, any StatementSource) async throws -> Void
  /// The subshells that run nothing.
  private var idle: [Shell] = []

  /// Creates the work of a stage; `body` runs the statements in a subshell.
  init(
    _ shell: Shell, _ body: @escaping @MainActor (Shell, any StatementSource) async throws -> Void
  ) {
    self.shell = shell
    self.body = body
    variables = shell.variables
  }

  /// Runs the statements for a record; `flush` writes the rest of their results.
  func run(
    for record: CellValue, to output: Output, flush: () throws -> Void
  ) async throws -> CommandPostponed? {
    let inner = idle.popLast() ?? makeShell()
    defer { idle.append(inner) }
    inner.variables = variables.copy(forBlockWith: record)
    inner.interrupts.reset()
    let destination = output.itself
    inner.scope.outlet = (destination, nil)
    inner.scope.programs = ProgramRelay(
      output: { Destination(destination.stream) },
      errors: { [shell] in shell.streams.errorDestination })
    defer { inner.scope.programs = nil }
    let held = HeldFailures()
    inner.scope.heldFailures = held
    let source = EachStatements(inner)
    let interrupts = inner.interrupts
    do {
      try await withTaskCancellationHandler {
        try await inner.bound { try await inner.nesting { try await body(inner, source) } }
      } onCancel: {
        interrupts.raise()
      }
    } catch is ShellExit {
      throw ShellError(.usage, "'exit' cannot run in an 'each' stage", hint: "use 'for'")
    } catch let failure as ReportedFailure {
      throw source.located(held.last)
        ?? ShellError(.failed, "its commands have failed", status: failure.status)
    }
    // Their statements have handled them: a || b.
    held.release(to: shell.scope.heldFailures)
    inner.scope.programs?.end()
    try flush()
    return nil
  }

  private func makeShell() -> Shell {
    let inner = Shell(
      subshellOf: shell, streams: shell.streams, console: shell.console,
      interrupts: Interrupts(inside: shell.interrupts))
    inner.scope.observer = shell.scope.observer
    return inner
  }
}

extension ShellError {
  fileprivate var withoutPlace: ShellError {
    var error = self
    (error.word, error.range) = (nil, nil)
    return error
  }
}

/// The statements for one record; the stage reports their failure.
@MainActor
private final class EachStatements: StatementSource {
  /// The last failure of a statement, with its place in the statement of the stage.
  private var failure: ShellError?
  private let shell: Shell

  init(_ shell: Shell) { self.shell = shell }

  var stopsAtFailure: Bool { true }

  /// Returns the last error, with its place unless it is in a definition.
  func located(_ last: ShellError?) -> ShellError? {
    guard let last, last != failure?.withoutPlace else { return failure }
    // The failure of a statement before, which has been handled.
    return last.withoutPlace
  }

  // Nothing in an 'each' stage needs it.
  var text: String { "" }

  func report(_ error: ShellError, in words: [Word], format: OutputFormat?) {
    failure = error.located(in: words)
    ErrorReporter(shell).report(error.withoutPlace, format: format)
  }

  func note(_ status: ExitStatus) {}
}
