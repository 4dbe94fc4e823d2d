import CoreEvents
import CoreSystem
import ShellCommands
import ShellLanguage
import ShellOutput

/// A command that runs apart from the shell's statements: without its variables, its forms and its
/// Ctrl-C, so that several can run at once.
@MainActor
struct SeparateCommand {
  let state: ShellState
  let entry: CommandTable.Entry
  /// The values of the place, which fill arguments that are left out.
  var place: [CompletionKind: String] = [:]
  /// Whether a user can pass the command's options.
  var takesOptions = false

  /// Checks the options of words whose variables are not replaced yet.
  ///
  /// - Returns: whether the command asks for confirmation.
  /// - Throws: ``ShellError`` if there is no such option, or it has no effect here.
  func check(_ words: [Word]) throws -> Bool {
    // Any text will do for a value.
    let words = words.map { $0.hasVariables ? $0.replaced(by: "0") : $0 }
    let scanner = OptionScanner(entry.binder, words: words, from: entry.depth, isStrict: true)
    if let error = scanner.error { throw error }
    if let word = scanner.word(ofOption: "output") {
      throw ShellError(
        .usage, "-o has no effect here: the results are those of 'each'",
        hint: "put -o at the last stage, before its command", word: word)
    }
    let specification = entry.specification
    let asks =
      specification.confirms != nil
      || specification.confirmsInProduction != nil && state.productionEnvironment != nil
    return asks && scanner.word(ofOption: "yes") == nil
  }

  /// Binds a command's words, asks for its confirmation, runs it and posts `CommandFinished`.
  ///
  /// - Parameters:
  ///   - words: the command's words, with those of its path.
  ///   - output: receives the results.
  ///   - flush: called after the command has succeeded, to write what is left.
  /// - Returns: what waits in the queue in place of being done; nil if the command has done its work.
  /// - Throws: ``ShellError`` if the words do not fit the command, and what it throws.
  func run(
    _ words: [Word], to output: Output, flush: () throws -> Void
  ) async throws -> CommandPostponed? {
    let start = startTime
    do {
      var waiting: CommandPostponed?
      if let invocation = try begin(words, output) {
        try await confirm(invocation)
        do {
          try await entry.run(invocation, offeringLater: takesOptions)
        } catch let postponed as CommandPostponed {
          waiting = postponed
        }
      }
      try end(output, since: start, flush: flush)
      return waiting
    } catch {
      throw failed(error, since: start)
    }
  }

  /// Runs a command that never waits; nil if the command may wait.
  var runAtOnce:
    (@MainActor (_ words: [Word], _ output: Output, _ flush: () throws -> Void) throws -> Void)?
  {
    guard let body = entry.runAtOnce else { return nil }
    return { words, output, flush in
      let start = startTime
      do {
        if let invocation = try begin(words, output) { try body(invocation) }
        try end(output, since: start, flush: flush)
      } catch {
        throw failed(error, since: start)
      }
    }
  }

  /// Binds a command's words.
  ///
  /// - Returns: nil if they ask for help, which is then written.
  private func begin(_ words: [Word], _ output: Output) throws -> Invocation? {
    state.bus.deliverPending()
    let arguments = try entry.binder.bind(words, from: entry.depth, at: place)
    guard arguments.wantsHelp else {
      return Invocation(arguments: arguments, output: output, host: state)
    }
    try output.text(CommandHelp(state).text(of: .command(entry)))
    return nil
  }

  /// Asks for the confirmation that the command's specification wants, unless `--yes` was given.
  private func confirm(_ invocation: Invocation) async throws {
    let question = entry.binder.confirmation(
      of: invocation.arguments, inProduction: state.productionEnvironment)
    guard let question else { return }
    if state.console.isInteractive { try await entry.command.checkPreconditions() }
    guard try await state.console.confirm(question) else {
      throw ShellError(.failed, "nothing was changed")
    }
  }

  /// The current time; nil if there are no subscribers that the duration would matter to.
  private var startTime: Int64? {
    state.bus.hasSubscribers(for: CommandFinished.self) ? MonotonicTime.precise() : nil
  }

  private func end(_ output: Output, since start: Int64?, flush: () throws -> Void) throws {
    try output.finish()
    try flush()
    postFinished(since: start, .success)
  }

  private func failed(_ error: any Error, since start: Int64?) -> any Error {
    var error = error
    if let misuse = error as? OutputMisuse { error = misuse.error(of: entry.path) }
    postFinished(since: start, error is OutputClosed ? .success : ShellError(error).status)
    return error
  }

  private func postFinished(since start: Int64?, _ status: ExitStatus) {
    guard let start else { return }
    state.bus.post(
      CommandFinished(
        command: entry.path, status: status.rawValue,
        duration: Double(MonotonicTime.precise() - start) / 1e9))
  }
}

extension OutputMisuse {
  /// The error with the command's name.
  func error(of command: String) -> ShellError {
    ShellError(.failed, "'\(command)' \(message)")
  }
}
