import ShellRuntime
import ShellOutput
import ShellCommands
import Glibc
import SeashellKit
import ShellTerminal

/// What a terminal adds to the shell: a line to type in, a user to ask, a pager.
@MainActor
final class PromptSession {
  let console: TerminalConsole
  let streams: StandardStreams

  private let reader: TerminalLineReader
  private let screen: TerminalScreen
  private let settings: ShellSettings
  private let interrupts: Interrupts

  /// Whether there is a user at a terminal, for input and results.
  static var isPossible: Bool { TerminalLineReader.isPossible }

  /// Takes the terminal.
  init(settings: ShellSettings, interrupts: Interrupts, directories: Directories) {
    self.settings = settings
    self.interrupts = interrupts
    screen = TerminalScreen(
      settings: settings, interrupts: interrupts,
      environment: { name in getenv(name).map { String(cString: $0) } })
    streams = StandardStreams(
      output: screen.output, errors: screen.errors,
      outputStyle: TerminalStyle.reader(of: STDOUT_FILENO),
      errorStyle: TerminalStyle.reader(of: STDERR_FILENO))
    reader = TerminalLineReader(
      history: "\(directories.state)/history", hasColors: TerminalStyle.hasColors)
    console = TerminalConsole(
      reader: reader, settings: settings, interrupts: interrupts,
      style: TerminalStyle.reader(of: STDERR_FILENO))
    screen.willWrite = { [weak console] in console?.makeWay() }
    // Without the folder the history is kept in memory alone, which the reader says.
    try? Directories.make(directories.state)
  }

  /// Has the user type commands until they leave.
  ///
  /// - Parameters:
  ///   - shell: runs them.
  ///   - client: knows the environment that the prompt shows.
  ///   - startup: the script that is run before the first line.
  func run(_ shell: Shell, client: EnvironmentClient, startup: String?) async -> ExitStatus {
    TerminationSignals.install(interrupting: interrupts, leave: reader.leave)
    let completer = ShellCompleter(
      shell, environmentNames: Self.environmentNames,
      searchPath: { getenv("PATH").map { String(cString: $0) } })
    completer.whenAnswered = { [weak reader] in reader?.completeAgain() }
    console.completions = { completer.candidates(of: $0, for: $1) }
    if !settings.isQuiet { welcome(to: client.environment.name) }
    let status = await shell.run(
      reader: reader, console: console, prompt: { Self.prompt(client.environment) },
      completer: completer, screen: screen, startup: startup,
      wasInterrupted: TerminalControl.endEchoedLine)
    reader.leave()
    return status
  }

  /// Tells a line: above the one that is being typed, where there is one.
  func tell(_ line: String) {
    if reader.isReading { reader.notify(line) } else { streams.tell(line) }
  }

  private func welcome(to environment: String) {
    for line in [
      "Seashell \(Composition.version), on the \(environment) shop",
      "help lists the commands, Tab completes, Ctrl-D leaves",
      "Try: products list --query mug",
    ] { streams.tell(line) }
  }

  static func prompt(_ environment: APIEnvironment) -> Prompt {
    Prompt("\(environment.name)> ", isAlarming: environment.isProduction)
  }

  private static func environmentNames() -> [String] {
    var names: [String] = []
    var next = environ
    while let entry = next.pointee {
      names.append(String(String(cString: entry).prefix { $0 != "=" }))
      next += 1
    }
    return names
  }
}
