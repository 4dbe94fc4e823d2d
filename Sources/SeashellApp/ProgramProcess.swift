import Glibc
import SeashellKit
import ShellCommands
import ShellRuntime
import ShellTerminal

/// This process, as its shell sees it.
struct ProgramProcess: HostProcess {
  private let program: Program
  private let client: EnvironmentClient
  private let ownLibraries: @MainActor @Sendable () -> [LibraryVersion]
  private let interrupts: Interrupts
  private let style: @MainActor () -> OutputStyle

  /// - Parameter libraries: returns the versions of libraries that only this program uses.
  init(
    _ program: Program, _ client: EnvironmentClient,
    libraries: @escaping @MainActor @Sendable () -> [LibraryVersion], _ settings: ShellSettings,
    _ interrupts: Interrupts
  ) {
    (self.program, self.client) = (program, client)
    (ownLibraries, self.interrupts) = (libraries, interrupts)
    // Readline may change the variables of the locale later.
    style = TerminalStyle.reader(of: STDOUT_FILENO, settings)
  }

  func variable(_ name: String) -> String? { LaunchedProcess.variable(name) }

  var variableNames: [String] { LaunchedProcess.variableNames() }

  var libraries: [LibraryVersion] { UsedLibraries.all(with: ownLibraries()) }

  func facts(example: CommandSpecification.Example?) -> ProgramFacts {
    ProgramFacts(
      of: program.identity, usesToken: client.authorizer != nil,
      hasEmbedded: program.builtIn.contains(where: \.isEmbedded),
      environment: EnvironmentCatalogue.standard(of: program.builtIn), example: example)
  }

  func liveScreen() -> (any LiveScreen)? {
    LiveView.isPossible ? LiveView(interrupts: interrupts, style: style()) : nil
  }
}
