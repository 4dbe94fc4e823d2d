import CoreSystem
package import ShellCommands
import ShellLanguage
package import ShellOutput
package import CoreEvents
import Glibc

/// A shell, which runs its own commands and those of the loaded modules.
///
/// It reads statements from a text, a file, standard input or a prompt, or runs a single command.
/// It writes results to the output of its streams and errors to their error output. The work is
/// done by its parts, which share one `ShellState`.
@MainActor
package final class Shell {
  let state: ShellState
  private let interpreter: Interpreter

  /// Creates a shell without modules.
  ///
  /// - Parameters:
  ///   - identity: the program's name and version.
  ///   - bus: the bus through which its modules communicate.
  ///   - settings: the settings chosen at the start.
  ///   - streams: the outputs for results and errors.
  ///   - console: shows the notices of commands and asks their questions; by default it writes to the
  ///     streams and cannot ask.
  ///   - interrupts: delivers Ctrl-C to running commands.
  ///   - clock: the clock of `sleep`.
  ///   - environment: returns a variable of the process's environment.
  package init(
    identity: ShellIdentity, bus: EventBus, settings: ShellSettings, streams: StandardStreams,
    console: (any Console)? = nil, interrupts: Interrupts = Interrupts(),
    clock: any Clock<Duration> = ContinuousClock(),
    environment: @escaping (String) -> String? = { _ in nil }
  ) throws {
    state = ShellState(
      identity: identity, bus: bus, settings: settings, streams: streams,
      console: console
        ?? ScriptConsole(streams: streams, settings: settings, scriptIsInput: true, reader: nil),
      interrupts: interrupts, clock: clock, environment: environment)
    interpreter = Interpreter(state)
    state.jobs.whenEnded = { [unowned state] in JobReports(state).report($0) }
    state.modules.stageCommands = { [unowned interpreter] in interpreter.stages }
    for command in interpreter.builtins { try state.modules.builtins.add(command, of: nil) }
  }

  /// The bus through which modules communicate.
  package var bus: EventBus { state.bus }

  /// The modules, which can be loaded and unloaded at any time.
  package var modules: ModuleRegistry { state.modules }

  /// The commands of the loaded modules, for a program that runs them.
  package private(set) lazy var catalogue: any CommandCatalogue = ModuleCommands(state)

  /// The settings.
  package var settings: ShellSettings { state.settings }

  /// The shell's own commands.
  package var builtins: CommandTable { state.modules.builtins }

  /// The first 1,000 records of the last result, `$_`; nil if there is none.
  package var lastResult: Records? {
    get { state.variables.result }
    set { state.variables.result = newValue }
  }

  /// Starts posting on the bus what other users change, and returns a function that stops it; nil
  /// if there is no source of such changes.
  ///
  /// A durable following posts the changes one by one, and throws `ShellError` if their place cannot
  /// be kept.
  package var followOthers: (@MainActor (DurableFollowing?) throws -> @MainActor () -> Void)? {
    get { state.followOthers }
    set { state.followOthers = newValue }
  }

  /// The script that prompts begin with, in which `set --save` keeps settings; nil if there is none.
  package var startupFile: StartupFile? {
    get { state.startupFile }
    set { state.startupFile = newValue }
  }

  /// Returns the name of the environment that requests go to if it is a production environment, which
  /// every confirmation then names.
  package var production: (@MainActor () -> String?)? {
    get { state.production }
    set { state.production = newValue }
  }

  /// Returns the versions of the libraries that the shell uses, for `version -v`.
  package var libraries: (@MainActor () -> [LibraryVersion])? {
    get { state.libraries }
    set { state.libraries = newValue }
  }

  /// Creates a screen for `watch`; nil if there is no terminal.
  package var liveScreen: (@MainActor () -> (any LiveScreen)?)? {
    get { state.liveScreen }
    set { state.liveScreen = newValue }
  }

  /// Returns the names of the variables of the process's environment, for completion.
  package var environmentNames: () -> [String] {
    get { state.environmentNames }
    set { state.environmentNames = newValue }
  }

  /// Returns what the manual says beside the commands.
  package var facts: @MainActor () -> ProgramFacts {
    get { state.facts }
    set { state.facts = newValue }
  }

  /// Asks waiting commands to finish, as SIGTERM does.
  package func terminate() { state.interrupts.termination.request() }

  /// Runs a text as a script.
  ///
  /// - Parameters:
  ///   - text: the script.
  ///   - name: the name of the script in errors.
  /// - Returns: the exit status of the shell.
  package func run(text: String, named name: String) async -> ExitStatus {
    await conclude { try await interpreter.scripts.run(LineInput(text: text), named: name) }
  }

  /// Runs the input of a descriptor as a script, while it arrives.
  ///
  /// - Returns: the exit status of the shell.
  package func run(descriptor: Int32, named name: String) async -> ExitStatus {
    if descriptor == STDIN_FILENO { state.readsScriptFromInput = true }
    return await conclude {
      try await interpreter.scripts.run(LineInput(descriptor: descriptor), named: name)
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
      try await self.state.nesting {
        try await interpreter.scripts.source(path, arguments: arguments)
      }
      return .success
    }
  }

  /// Runs a single command, without parsing its words.
  ///
  /// - Returns: the exit status of the shell.
  package func run(words: [String]) async -> ExitStatus {
    // A built-in command may run others, whose records the option is for.
    if let name = words.first, state.modules.builtins[name] == nil {
      state.formatOption = state.settings.output
    }
    let words = words.map { Word($0) }
    return await conclude(in: ErrorReporter.format(in: words)) {
      try await interpreter.pipelines.run(words)
      return .success
    }
  }

  /// Writes the help of the program itself.
  ///
  /// - Parameter help: lays out the text.
  package func run(help: (TextLayout) -> String) async -> ExitStatus {
    await conclude {
      try self.state.streams.output.writeLine(help(self.state.streams.helpLayout))
      return .success
    }
  }

  /// Runs what a user types, until they leave.
  ///
  /// - Parameters:
  ///   - reader: reads the lines.
  ///   - console: asks for what commands leave out.
  ///   - prompt: returns the prompt for the next line.
  ///   - completer: completes words.
  ///   - screen: shows results, in a pager if they are long.
  ///   - wasInterrupted: called once for each statement that is interrupted, on any thread.
  /// - Returns: the exit status of the shell.
  package func run(
    reader: any LineReader, console: any Console, prompt: @escaping @MainActor () -> Prompt,
    completer: (any Completer)? = nil, screen: (any PagedOutput)? = nil,
    wasInterrupted: @escaping @Sendable () -> Void = {}
  ) async -> ExitStatus {
    let typed = PromptState(reader: reader, console: console)
    let loop = PromptLoop(
      state, typed, pipelines: interpreter.pipelines, errors: interpreter.errors,
      interface: .init(prompt: prompt, completer: completer, screen: screen))
    state.prompt = typed
    defer { state.prompt = nil }
    state.logCommands()
    state.interrupts.beginPrompt(wasInterrupted: wasInterrupted)
    do {
      if let file = state.startupFile { try await interpreter.scripts.run(file) }
      try state.streams.flush()
    } catch let exit as ShellExit {
      try? state.streams.flush()
      return exit.status
    } catch {
      interpreter.errors.report(ShellError(error))
    }
    let status = await loop.run()
    interpreter.rules.removeAll()
    await JobWaiter(state).end()
    try? state.streams.flush()
    return status
  }

  /// Calls a body, ends its rules, waits for its jobs, flushes the results, and converts and reports
  /// what it throws.
  ///
  /// - Parameter format: the output format that the command line asks for, if any.
  /// - Returns: the exit status of the shell.
  private func conclude(
    in format: OutputFormat? = nil, _ body: () async throws -> ExitStatus
  ) async -> ExitStatus {
    do {
      var status: ExitStatus
      do { status = try await body() } catch let failure as ReportedFailure {
        status = failure.status
      }
      await interpreter.rules.end()
      if !state.jobs.all.isEmpty { status = try await JobWaiter(state).finish(after: status) }
      return flushed(status)
    } catch let exit as ShellExit {
      interpreter.rules.removeAll()
      await JobWaiter(state).end()
      return flushed(exit.status)
    } catch is OutputClosed {
      interpreter.rules.removeAll()
      await JobWaiter(state).end()
      return Self.outputClosed
    } catch {
      interpreter.rules.removeAll()
      await JobWaiter(state).end()
      let error = ShellError(error)
      interpreter.errors.report(error, format: format, file: state.identity.name)
      return flushed(error.status)
    }
  }

  private func flushed(_ status: ExitStatus) -> ExitStatus {
    let wasReported = status != .success && state.streams.output.failure != nil
    do {
      try state.streams.flush()
      return status
    } catch is OutputClosed {
      return Self.outputClosed
    } catch {
      if !wasReported { interpreter.errors.report(ShellError(error), file: state.identity.name) }
      return status == .success ? .failure : status
    }
  }

  /// The status if the reader of the results is gone: that of a process killed by SIGPIPE.
  private static let outputClosed = ExitStatus(rawValue: 128 + SIGPIPE)
}
