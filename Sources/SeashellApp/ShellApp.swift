import ShellCommands
import ShellRuntime
package import ShellOutput
import Glibc
package import SeashellKit
import ShellTerminal

/// The program: reads the command line, loads the modules, and runs a prompt, script or command.
@MainActor
package struct ShellApp {
  private let embedded: (Directories) -> EmbeddedAPI
  private let modules: (ModuleContext, _ token: String?) throws -> [any FeatureModule]

  /// Creates a shell.
  ///
  /// - Parameters:
  ///   - embedded: creates the API of the environment `embedded`.
  ///   - modules: creates the modules. Its second argument is the value of `SEASHELL_TOKEN`: an
  ///     access token for the current environment.
  package init(
    embedded: @escaping (Directories) -> EmbeddedAPI,
    modules: @escaping (ModuleContext, _ token: String?) throws -> [any FeatureModule]
  ) {
    self.embedded = embedded
    self.modules = modules
  }

  /// Runs the shell on this process's command line.
  ///
  /// - Returns: the status to exit with.
  package func run() async -> ExitStatus {
    guard LaunchedProcess.prepare() else { return .failure }
    let token = StartEnvironment.takeToken()
    let settings = ShellSettings()
    let interrupts = Interrupts(handlesSignal: true, willEnd: TerminalGuard.restore)
    do {
      guard let arguments = LaunchedProcess.arguments else {
        throw ShellError(.usage, "an argument on the command line is not UTF-8")
      }
      let options = try StartOptions(arguments)
      options.apply(to: settings)
      let directories = Directories(environment: LaunchedProcess.variable)
      let isInteractive = options.source == .input && PromptSession.isPossible
      var session: PromptSession?
      func assemble(ignoring error: ConfigurationError? = nil) throws -> AssembledShell {
        let start = try StartEnvironment(
          options, directories: directories, token: token, isInteractive: isInteractive,
          ignoring: error, variable: LaunchedProcess.variable)
        if isInteractive, session == nil {
          session = PromptSession(
            settings: settings, interrupts: interrupts, directories: directories)
        }
        let assembled = try AssembledShell(
          options, start, settings, interrupts, directories, session,
          embedded: embedded(directories), modules: { try modules($0, start.token) })
        warn(about: start, settings) { session?.streams ?? .standard(interrupts) }
        return assembled
      }
      let assembled: AssembledShell
      do {
        assembled = try assemble()
      } catch let error as ConfigurationError where isInteractive || options.printsHelpOrVersion {
        // The modules report what is wrong in their sections.
        assembled = try assemble(ignoring: error)
      }
      guard let session else { return await run(options.source, in: assembled.shell) }
      return await prompt(in: session, options, assembled, directories)
    } catch let error as ConfigurationError {
      StandardStreams.standard(interrupts).report(error.diagnostic, format: settings.output)
      return error.shellError.status
    } catch {
      let error = ShellError(error)
      StandardStreams.standard(interrupts).report(
        Diagnostic(error, file: "seashell"), format: settings.output)
      return error.status
    }
  }

  /// Prints the warnings that even `--quiet` does not suppress.
  private func warn(
    about start: StartEnvironment, _ settings: ShellSettings, _ streams: () -> StandardStreams
  ) {
    if let error = start.ignoredError {
      let streams = streams()
      streams.report(error.diagnostic, format: settings.output)
      streams.report("the configuration is ignored; requests go to the embedded shop")
    }
    if start.catalogue.isInsecure {
      streams().report(
        "--insecure: server certificates are not verified, so others may read and change requests")
    }
  }

  private func run(_ source: StartOptions.Source, in shell: Shell) async -> ExitStatus {
    switch source {
    case .input: await shell.run(descriptor: STDIN_FILENO, named: "stdin")
    case .text(let text): await shell.run(text: text, named: "-c")
    case .file(let path, let arguments): await shell.run(file: path, arguments: arguments)
    case .words(let words): await shell.run(words: words)
    case .version: await shell.run(words: ["version"])
    case .help: await shell.run(help: HelpText(StartOptions.specification, path: "seashell"))
    }
  }

  /// Runs the prompt, and reports the changes that others make meanwhile.
  private func prompt(
    in session: PromptSession, _ options: StartOptions, _ assembled: AssembledShell,
    _ directories: Directories
  ) async -> ExitStatus {
    let stop = assembled.changes.follow()
    defer { stop() }
    return await session.run(
      assembled.shell, client: assembled.client,
      startup: options.readsConfiguration ? "\(directories.configuration)/rc.sea" : nil)
  }
}
