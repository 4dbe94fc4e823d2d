import CoreEvents
import CoreSystem
import ShellCommands
import ShellLanguage
import ShellOutput

/// One execution of a command: binds its words, asks for confirmation, runs it, and posts `CommandFinished`.
@MainActor
struct CommandExecution {
  let shell: Shell
  let entry: CommandTable.Entry
  let place: [CompletionKind: String]
  /// Whether a user can pass the command's options, such as `--later`.
  var takesOptions = true
  /// Whether the command may ask the user for values.
  var mayAsk = false

  /// Binds the command's words, which begin with its path.
  ///
  /// Returns nil if they ask for help, which is then written.
  func begin(
    _ words: [Word], _ makeOutput: (BoundArguments) throws -> Output
  ) throws -> Invocation? {
    shell.host.bus.deliverPending()
    let arguments = try entry.binder.bind(words, from: entry.depth, at: place)
    let output = try makeOutput(arguments)
    guard arguments.wantsHelp else {
      var invocation = Invocation(arguments: arguments, output: output, host: shell)
      invocation.mayAsk = mayAsk
      return invocation
    }
    try output.text(shell.host.help.text(of: entry, in: shell))
    return nil
  }

  /// Runs the command, after asking for confirmation if its specification requires that and `--yes`
  /// was not given.
  ///
  /// Returns the write that was queued, if any. Without a console, it does not ask about a failed
  /// write.
  func perform(
    _ invocation: Invocation, asking console: (any Console)? = nil
  ) async throws -> CommandPostponed? {
    let question = entry.binder.confirmation(
      of: invocation.arguments, inProduction: shell.host.environments.productionName(of: entry.api))
    if let question {
      if shell.console.isInteractive { try await entry.command.checkPreconditions() }
      guard try await shell.console.confirm(question) else {
        throw ShellError(.failed, "nothing was changed")
      }
    }
    do {
      try await entry.run(invocation, offeringLater: takesOptions, asking: console)
      return nil
    } catch let postponed as CommandPostponed {
      return postponed
    } catch {
      throw hinting(at: invocation.arguments, error)
    }
  }

  /// Adds a hint to a "not found" error that has none: the command that lists the existing values.
  ///
  /// Modules do not know each other, but an argument's completion kind leads to that command.
  private func hinting(at arguments: BoundArguments, _ error: any Error) -> any Error {
    guard var shown = (error as? any ShellErrorConvertible)?.shellError, shown.code == .notFound,
      shown.hint == nil
    else { return error }
    let kinds = entry.specification.arguments.compactMap { argument in
      arguments.texts(argument.name).contains { shown.message.contains("'\($0)'") }
        ? argument.completion : nil
    }
    // Of 'p-1' and 'r-9', the last one is missing.
    guard let command = kinds.last.flatMap(shell.modules.listing) else { return error }
    shown.hint = "'\(command)' shows them"
    return shown
  }

  /// The current time, if there are subscribers to whom the duration matters.
  var startTime: Int64? {
    shell.host.bus.hasSubscribers(for: CommandFinished.self) ? MonotonicTime.precise() : nil
  }

  func finish(since start: Int64?) { postFinished(since: start, .success) }

  /// Posts the failure of the command.
  ///
  /// - Returns: the error, with the command's name if only the command's author can fix it.
  func fail(_ error: any Error, since start: Int64?) -> any Error {
    let error = (error as? OutputMisuse)?.error(of: entry.path) ?? error
    let status =
      switch error {
      case let exit as ShellExit: exit.status
      case let failure as ReportedFailure: failure.status
      case is OutputClosed: ExitStatus.success
      default: ShellError(error).status
      }
    postFinished(since: start, status)
    return error
  }

  private func postFinished(since start: Int64?, _ status: ExitStatus) {
    guard let start else { return }
    shell.host.bus.post(
      CommandFinished(
        command: entry.path, status: status.rawValue,
        duration: Double(MonotonicTime.precise() - start) / 1e9))
  }
}

// Outside the shell's statements: without forms, results and Ctrl-C, so that several commands can run at the
// same time.
extension CommandExecution {
  /// Runs the command, whose words begin with its path; returns the write that was queued, if any.
  ///
  /// `flush` writes the remaining output after success.
  func run(
    _ words: [Word], to output: Output, flush: () throws -> Void
  ) async throws -> CommandPostponed? {
    let start = startTime
    do {
      var waiting: CommandPostponed?
      if let invocation = try begin(words, { _ in output }) {
        waiting = try await perform(invocation)
      }
      try end(output, since: start, flush)
      return waiting
    } catch {
      throw fail((error as? ShellError)?.noting(words) ?? error, since: start)
    }
  }

  var runAtOnce:
    (@MainActor (_ words: [Word], _ output: Output, _ flush: () throws -> Void) throws -> Void)?
  {
    guard let body = entry.runAtOnce else { return nil }
    return { words, output, flush in
      let start = startTime
      do {
        if let invocation = try begin(words, { _ in output }) { try body(invocation) }
        try end(output, since: start, flush)
      } catch {
        throw fail((error as? ShellError)?.noting(words) ?? error, since: start)
      }
    }
  }

  private func end(_ output: Output, since start: Int64?, _ flush: () throws -> Void) throws {
    try output.finish()
    try flush()
    finish(since: start)
  }

  /// Checks the options in words, before their variables are replaced.
  ///
  /// - Returns: whether the command asks for confirmation.
  /// - Throws: ``ShellError`` if an option does not exist, or has no effect here.
  func check(_ words: [Word]) throws -> Bool {
    // Any text will do as a value.
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
      || specification.confirmsInProduction != nil
        && shell.host.environments.productionName(of: entry.api) != nil
    return asks && scanner.word(ofOption: "yes") == nil
  }
}

extension OutputMisuse {
  fileprivate func error(of command: String) -> ShellError {
    ShellError(.failed, "'\(command)' \(message)")
  }
}
