import CoreSystem
import Glibc
package import ShellCommands
import ShellLanguage
package import ShellOutput

extension Shell {
  /// Runs a text as a script.
  ///
  /// - Parameters:
  ///   - text: the script.
  ///   - name: the name of the script in errors.
  /// - Returns: the exit status of the shell.
  package func run(text: String, named name: String) async -> ExitStatus {
    await conclude { try await ScriptRunner(self).run(LineInput(text: text), named: name) }
  }

  /// Runs the input from a descriptor as a script, as it arrives.
  ///
  /// - Returns: the exit status of the shell.
  package func run(descriptor: Int32, named name: String) async -> ExitStatus {
    if descriptor == STDIN_FILENO { scope.readsScriptFromInput = true }
    return await conclude {
      try await ScriptRunner(self).run(LineInput(descriptor: descriptor), named: name)
    }
  }

  /// Runs a script file.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - arguments: the values of `$1`, `$2` and so on.
  /// - Returns: the exit status of the shell.
  package func run(file path: String, arguments: [String]) async -> ExitStatus {
    await conclude {
      try await nesting { try await ScriptRunner(self).source(path, arguments: arguments) }
      return .success
    }
  }

  /// Runs a single command, without parsing its words.
  ///
  /// - Returns: the exit status of the shell.
  package func run(words: [String]) async -> ExitStatus {
    // A built-in command may run other commands, and the option is for their records.
    if let name = words.first, modules.builtins[name] == nil {
      scope.formatOption = settings.output
    }
    let words = words.map { Word($0) }
    return await conclude(in: ErrorReporter.format(in: words)) {
      try await PipelineRunner(self).run(words)
      return .success
    }
  }

  /// Writes the help of the program itself.
  ///
  /// - Parameter help: lays out the text.
  package func run(help: (TextLayout) -> String) async -> ExitStatus {
    await conclude {
      try streams.output.writeLine(help(streams.helpLayout))
      return .success
    }
  }

  /// Runs the statements that a user types, until they leave.
  ///
  /// - Parameters:
  ///   - reader: reads the lines.
  ///   - console: asks for values missing from commands.
  ///   - prompt: returns the prompt for the next line.
  ///   - completer: completes words.
  ///   - screen: shows results, in a pager if they are long.
  ///   - wasInterrupted: called once for each interrupted statement, on any thread.
  /// - Returns: the exit status of the shell.
  package func run(
    reader: any LineReader, console: any Console, prompt: @escaping @MainActor () -> Prompt,
    completer: (any Completer)? = nil, screen: (any PagedOutput)? = nil,
    wasInterrupted: @escaping @Sendable () -> Void = {}
  ) async -> ExitStatus {
    let typed = PromptState(reader: reader, console: console)
    let loop = PromptLoop(
      self, typed, interface: .init(prompt: prompt, completer: completer, screen: screen))
    scope.prompt = typed
    defer { scope.prompt = nil }
    logCommands()
    interrupts.beginPrompt(wasInterrupted: wasInterrupted)
    do {
      if let file = host.startupFile { try await ScriptRunner(self).run(file) }
      try streams.flush()
    } catch let exit as ShellExit {
      try? streams.flush()
      return exit.status
    } catch {
      ErrorReporter(self).report(ShellError(error))
    }
    let status = await loop.run()
    await host.background.end(in: self)
    try? streams.flush()
    return status
  }

  /// Calls a body, ends its rules, waits for its jobs, flushes the results, and reports its error.
  private func conclude(
    in format: OutputFormat? = nil, _ body: () async throws -> ExitStatus
  ) async -> ExitStatus {
    do {
      var status: ExitStatus
      do { status = try await body() } catch let failure as ReportedFailure {
        status = failure.status
      }
      return flushed(try await host.background.finish(in: self, after: status))
    } catch {
      await host.background.end(in: self)
      switch error {
      case let exit as ShellExit: return flushed(exit.status)
      case is OutputClosed: return Self.outputClosed
      default:
        let error = ShellError(error)
        ErrorReporter(self).report(error, format: format, file: host.identity.name)
        return flushed(error.status)
      }
    }
  }

  private func flushed(_ status: ExitStatus) -> ExitStatus {
    let wasReported = status != .success && streams.output.failure != nil
    do {
      try streams.flush()
      return status
    } catch is OutputClosed {
      return Self.outputClosed
    } catch {
      if !wasReported { ErrorReporter(self).report(ShellError(error), file: host.identity.name) }
      return status == .success ? .failure : status
    }
  }

  /// The status after the reader of the results is gone: that of a process killed by SIGPIPE.
  private static let outputClosed = ExitStatus(rawValue: 128 + SIGPIPE)
}

extension Shell {
  /// Lets other work run, and begins a new turn.
  func takeTurn() async throws {
    interrupts.listen()
    await Task.yield()
    try Task.checkCancellation()
    turn = Turn()
  }
}
