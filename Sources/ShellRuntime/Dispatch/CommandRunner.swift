import CoreEvents
import CoreSystem
import ShellCommands
import ShellLanguage
import ShellOutput

/// Runs the commands of statements one after another, with forms for missing values and with interruption.
@MainActor
struct CommandRunner {
  private let shell: Shell

  init(_ shell: Shell) {
    self.shell = shell
  }

  /// Runs a command, after reading its long texts and, if there is a user, asking for missing
  /// values.
  func run(_ given: [Word], to destination: Destination) async throws {
    let entry = try CommandResolver(shell).entry(for: given)
    let typed = entry.binder.requiresTwo ? try await withParent(given, of: entry) : given
    let words =
      entry.binder.takesLongTexts ? try await LongTextReader(shell).read(typed, of: entry) : typed
    let filled = try await FormFiller(shell).completed(words, typed: typed, of: entry)
    if filled == nil, typed.count == given.count {
      return try await run(entry, words, to: destination)
    }
    do {
      try await run(entry, filled ?? words, to: destination)
    } catch let error as any ShellErrorConvertible {
      // An index into the completed words does not apply to the typed words.
      var error = error.shellError
      error.word = nil
      throw error
    }
  }

  /// Adds the first of two arguments if the command finds it by the second.
  private func withParent(
    _ words: [Word], of entry: CommandTable.Entry
  ) async throws -> [Word] {
    let place = shell.places.values(for: entry.api)
    guard let index = try entry.binder.loneArgument(in: words, from: entry.depth, at: place)
    else { return words }
    let parent = try await shell.interrupts.cancelling {
      try await entry.command.parent(of: words[index].text)
    }
    guard let parent else { return words }
    var words = words
    words.insert(Word(parent, mayBeOption: false), at: index)
    return words
  }

  /// Runs a command that never suspends, without suspending.
  ///
  /// Returns false, without having run anything, if it may suspend, may read a text from a file, or
  /// must ask the user.
  func runAtOnce(_ words: [Word], to destination: Destination) throws -> Bool {
    let entry = try CommandResolver(shell).entry(for: words)
    guard let body = entry.runAtOnce, !entry.binder.takesLongTexts else { return false }
    if shell.formConsole != nil,
      try !entry.binder.gaps(in: words, from: entry.depth, at: shell.places.values(for: entry.api))
        .isEmpty
    {
      return false
    }
    try run(body, execution(of: entry), words, to: destination)
    return true
  }

  @inline(__always)
  private func execution(of entry: CommandTable.Entry) -> CommandExecution {
    CommandExecution(shell: shell, entry: entry, place: shell.places.values(for: entry.api))
  }

  private func run(
    _ entry: CommandTable.Entry, _ words: [Word], to destination: Destination
  ) async throws {
    var execution = execution(of: entry)
    if let body = entry.runAtOnce {
      return try run(body, execution, words, to: destination)
    }
    execution.mayAsk = shell.formConsole != nil
    let invocation = try execution.begin(words) { arguments in
      try output(of: entry, arguments, words, destination)
    }
    guard let invocation else { return }
    let start = execution.startTime
    let wait = ProgressScope.current?.begin(.command, ProgressUpdate(entry.path))
    defer { wait?.end() }
    do {
      // Earlier results then appear while this command waits, and are kept if the process ends.
      try destination.stream.flush()
      let outer = CrashReport.exchange(entry.crashLine)
      defer { CrashReport.exchange(outer) }
      try await shell.interrupts.cancelling {
        if let waiting = try await execution.perform(invocation, asking: shell.console) {
          shell.notify(waiting)
        }
      }
      try finish(execution, invocation.output, since: start)
      // SIGTERM is for the process, not only for this command.
      if shell.interrupts.termination.isRequested { throw ShellExit(status: .success) }
    } catch is Interrupts.Abandoned {
      throw abandon(execution, invocation.output, since: start)
    } catch {
      throw fail(execution, invocation.output, since: start, with: error)
    }
  }

  private func run(
    _ body: (Invocation) throws -> Void, _ execution: CommandExecution, _ words: [Word],
    to destination: Destination
  ) throws {
    let entry = execution.entry
    let invocation = try execution.begin(words) { arguments in
      try output(of: entry, arguments, words, destination)
    }
    guard let invocation else { return }
    let start = execution.startTime
    let outer = entry.isBuiltIn ? nil : CrashReport.exchange(entry.crashLine)
    defer { if !entry.isBuiltIn { CrashReport.exchange(outer) } }
    do {
      try body(invocation)
      try finish(execution, invocation.output, since: start)
    } catch {
      throw fail(execution, invocation.output, since: start, with: error)
    }
  }

  private func output(
    of entry: CommandTable.Entry, _ arguments: BoundArguments, _ words: [Word],
    _ destination: Destination
  ) throws -> Output {
    if destination.flow != nil, !arguments.wantsHelp {
      return try shell.output(to: destination, of: entry, arguments, words)
    }
    return output(try shell.format(of: arguments, for: destination), destination, of: entry)
  }

  /// Returns the last output if it is suitable and the command is built in, since most lines of a script are
  /// alike; otherwise a new one, which can be cut off.
  private func output(
    _ format: OutputFormat, _ destination: Destination, of entry: CommandTable.Entry
  ) -> Output {
    // Copied only if necessary, since every print passes here.
    if shell.settings.layout != .auto {
      return shell.reporting(Output(format, to: destination.laidOut(by: shell.settings)))
    }
    if !entry.isBuiltIn { return shell.reporting(Output(format, to: destination)) }
    if let last = shell.lastUsed.output, last.fits(format, destination) { return last }
    let output = shell.reporting(Output(format, to: destination))
    shell.lastUsed.output = output
    return output
  }

  private func finish(
    _ execution: CommandExecution, _ output: Output, since start: Int64?
  ) throws {
    try output.finish()
    if let result = output.takeResult() {
      shell.variables.setResult(result, of: execution.entry.path)
    }
    cutOff(output, of: execution.entry)
    execution.finish(since: start)
  }

  private func fail(
    _ execution: CommandExecution, _ output: Output, since start: Int64?, with error: any Error
  ) -> any Error {
    let error = execution.fail(named(error, of: execution.entry), since: start)
    _ = output.takeResult()
    defer { cutOff(output, of: execution.entry) }
    do {
      try output.abandon()
      return error
    } catch is OutputClosed {
      return OutputClosed()
    } catch {
      return error
    }
  }

  /// Discards and reports output that a module's command writes after it has ended.
  private func cutOff(_ output: Output, of entry: CommandTable.Entry) {
    guard !entry.isBuiltIn else { return }
    output.cutOff { [console = shell.console, path = entry.path] in
      console.notify("'\(path)' wrote to its output after it had ended; that output is discarded")
    }
  }

  /// Adds the command's name to an error that means nothing to users.
  private func named(_ error: any Error, of entry: CommandTable.Entry) -> any Error {
    guard error is CancellationError, !shell.isInterrupted, !Task.isCancelled else { return error }
    // A user may have ended a question with Ctrl-D.
    return shell.formConsole == nil
      ? ShellError(.failed, "'\(entry.path)' was cancelled, but not by the user")
      : ShellError(.interrupted, "'\(entry.path)' was cancelled")
  }

  /// Stops waiting for a command that ignores cancellation, and discards its further output.
  private func abandon(
    _ execution: CommandExecution, _ output: Output, since start: Int64?
  ) -> any Error {
    output.cutOff()
    if output === shell.lastUsed.output { shell.lastUsed.output = nil }
    let path = execution.entry.path
    return execution.fail(
      ShellError(
        .interrupted, "'\(path)' ignored Ctrl-C and was left running; its output is discarded"),
      since: start)
  }
}
