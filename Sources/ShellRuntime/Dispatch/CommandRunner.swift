import CoreEvents
import CoreSystem
import ShellCommands
import ShellLanguage
import ShellOutput

/// Runs single commands: binds the words, calls the command, finishes its output and posts
/// `CommandFinished`.
@MainActor
final class CommandRunner {
  private let state: ShellState
  private let resolver: CommandResolver
  private let forms: FormFiller
  private let texts: LongTextReader
  /// The output of the last command, to be used again.
  private var lastOutput: Output?

  init(_ state: ShellState, resolver: CommandResolver, forms: FormFiller) {
    self.state = state
    self.resolver = resolver
    self.forms = forms
    texts = LongTextReader(state: state)
  }

  /// Runs a command, after reading its long texts and asking for what its words leave out if there
  /// is a user.
  ///
  /// - Parameters:
  ///   - words: the command's name and its arguments.
  ///   - target: receives the results.
  /// - Throws: ``ShellError`` if there is no such command or the words do not fit it, and what the
  ///   command throws.
  func run(_ words: [Word], to target: CommandTarget) async throws {
    let entry = try resolver.entry(for: words)
    let typed = words
    let words = entry.binder.takesLongTexts ? try await texts.read(typed, of: entry) : typed
    guard let filled = try await forms.completed(words, typed: typed, of: entry) else {
      return try await run(entry, words, to: target)
    }
    do {
      try await run(entry, filled, to: target)
    } catch let error as any ShellErrorConvertible {
      // An index into the filled words means nothing for the typed ones.
      var error = error.shellError
      error.word = nil
      throw error
    }
  }

  /// Runs a command that never waits, without suspending.
  ///
  /// - Returns: false if the command may wait, may take a text from a file or the user must be
  ///   asked; nothing was run then.
  /// - Throws: as ``run(_:to:)``.
  func runAtOnce(_ words: [Word], to destination: Destination) throws -> Bool {
    let entry = try resolver.entry(for: words)
    guard let body = entry.runAtOnce, !entry.binder.takesLongTexts else { return false }
    if state.formConsole != nil,
      try !entry.binder.gaps(in: words, from: entry.depth, at: state.places.values).isEmpty
    {
      return false
    }
    try run(body, entry, words, to: destination, nil)
    return true
  }

  private func run(
    _ entry: CommandTable.Entry, _ words: [Word], to target: CommandTarget
  ) async throws {
    if let body = entry.runAtOnce {
      return try run(body, entry, words, to: target.destination, target)
    }
    guard let invocation = try begin(entry, words, target.destination, target) else { return }
    let start = startTime
    let wait = ProgressScope.current?.begin(.command, ProgressUpdate(entry.path))
    defer { wait?.end() }
    do {
      // Earlier results appear while this command waits, and are kept if the process ends.
      try target.destination.stream.flush()
      let outer = CrashReport.exchange(entry.crashLine)
      defer { CrashReport.exchange(outer) }
      try await state.interrupts.cancelling {
        try await self.confirm(entry, invocation)
        do {
          try await entry.run(invocation, offeringLater: true, asking: self.state.console)
        } catch let postponed as CommandPostponed {
          self.state.notify(postponed)
        }
      }
      try finish(entry, invocation.output, since: start)
      // SIGTERM means the process, not only this command.
      if state.interrupts.termination.isRequested { throw ShellExit(status: .success) }
    } catch is Interrupts.Abandoned {
      throw abandon(entry, invocation.output, since: start)
    } catch {
      throw finish(entry, invocation.output, since: start, failedWith: error)
    }
  }

  private func run(
    _ body: (Invocation) throws -> Void, _ entry: CommandTable.Entry, _ words: [Word],
    to destination: Destination, _ target: CommandTarget?
  ) throws {
    guard let invocation = try begin(entry, words, destination, target) else { return }
    let start = startTime
    let outer = entry.isBuiltIn ? nil : CrashReport.exchange(entry.crashLine)
    defer { if !entry.isBuiltIn { CrashReport.exchange(outer) } }
    do {
      try body(invocation)
      try finish(entry, invocation.output, since: start)
    } catch {
      throw finish(entry, invocation.output, since: start, failedWith: error)
    }
  }

  /// Asks for the confirmation that a command's specification wants, unless `--yes` was given.
  ///
  /// - Throws: ``ShellError`` if the user declines, if there is no user to answer, or if the command
  ///   cannot run.
  private func confirm(_ entry: CommandTable.Entry, _ invocation: Invocation) async throws {
    let question = entry.binder.confirmation(
      of: invocation.arguments, inProduction: state.productionEnvironment)
    guard let question else { return }
    if invocation.console.isInteractive { try await entry.command.checkPreconditions() }
    guard try await invocation.console.confirm(question) else {
      throw ShellError(.failed, "nothing was changed")
    }
  }

  /// Binds a command's words.
  ///
  /// - Returns: nil if they ask for help, which is then written.
  private func begin(
    _ entry: CommandTable.Entry, _ words: [Word], _ destination: Destination,
    _ target: CommandTarget?
  ) throws -> Invocation? {
    state.bus.deliverPending()
    let arguments = try entry.binder.bind(words, from: entry.depth, at: state.places.values)
    let output =
      if let target, target.flow != nil, !arguments.wantsHelp {
        try target.output(of: entry, arguments, words, state)
      } else {
        output(
          try CommandTarget.format(arguments, state, destination), destination, of: entry)
      }
    guard arguments.wantsHelp else {
      return Invocation(arguments: arguments, output: output, host: state)
    }
    try output.text(CommandHelp(state).text(of: .command(entry)))
    return nil
  }

  /// Returns the last output if it fits and the command is built in, since most lines of a script are
  /// alike, or else a new one, which can be cut off.
  private func output(
    _ format: OutputFormat, _ destination: Destination, of entry: CommandTable.Entry
  ) -> Output {
    // Not copied otherwise: every print passes here.
    if state.settings.isVertical {
      return Output(format, to: destination.laidOut(by: state.settings))
    }
    if !entry.isBuiltIn { return Output(format, to: destination) }
    if let lastOutput, lastOutput.fits(format, destination) { return lastOutput }
    let output = Output(format, to: destination)
    lastOutput = output
    return output
  }

  /// The current time; nil if there are no subscribers that the duration would matter to.
  private var startTime: Int64? {
    state.bus.hasSubscribers(for: CommandFinished.self) ? MonotonicTime.precise() : nil
  }

  private func finish(
    _ entry: CommandTable.Entry, _ output: Output, since start: Int64?
  ) throws {
    try output.finish()
    if let result = output.takeResult() { state.variables.result = result }
    cutOff(output, of: entry)
    if let start { postFinished(entry, since: start, .success) }
  }

  private func finish(
    _ entry: CommandTable.Entry, _ output: Output, since start: Int64?, failedWith error: any Error
  ) -> any Error {
    let error = named(error, of: entry)
    if let start { postFinished(entry, since: start, Self.status(of: error)) }
    _ = output.takeResult()
    defer { cutOff(output, of: entry) }
    do {
      try output.abandon()
      return error
    } catch is OutputClosed {
      return OutputClosed()
    } catch {
      return error
    }
  }

  /// Discards what a module's command writes after it has ended, and reports that.
  private func cutOff(_ output: Output, of entry: CommandTable.Entry) {
    guard !entry.isBuiltIn else { return }
    output.cutOff { [console = state.console, path = entry.path] in
      console.notify("'\(path)' wrote to its output after it had ended; that output is discarded")
    }
  }

  /// Returns an error that only the command's author can mend with the command's name.
  private func named(_ error: any Error, of entry: CommandTable.Entry) -> any Error {
    switch error {
    case let misuse as OutputMisuse:
      misuse.error(of: entry.path)
    case is CancellationError where !state.isInterrupted && !Task.isCancelled:
      // A user may have ended a question with Ctrl-D.
      state.formConsole == nil
        ? ShellError(.failed, "'\(entry.path)' was cancelled, but not by the user")
        : ShellError(.interrupted, "'\(entry.path)' was cancelled")
    default: error
    }
  }

  /// Leaves a command running that ignores being cancelled, and discards what it still writes.
  private func abandon(
    _ entry: CommandTable.Entry, _ output: Output, since start: Int64?
  ) -> ShellError {
    output.cutOff()
    if output === lastOutput { lastOutput = nil }
    if let start { postFinished(entry, since: start, .interrupted) }
    return ShellError(
      .interrupted, "'\(entry.path)' ignored Ctrl-C and was left running; its output is discarded")
  }

  private static func status(of error: any Error) -> ExitStatus {
    switch error {
    case let exit as ShellExit: exit.status
    case let failure as ReportedFailure: failure.status
    case is OutputClosed: .success
    default: ShellError(error).status
    }
  }

  private func postFinished(
    _ entry: CommandTable.Entry, since start: Int64, _ status: ExitStatus
  ) {
    let duration = Double(MonotonicTime.precise() - start) / 1e9
    state.bus.post(
      CommandFinished(command: entry.path, status: status.rawValue, duration: duration))
  }
}
