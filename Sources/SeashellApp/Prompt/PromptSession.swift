import ShellRuntime
import ShellHelp
import ShellOutput
import ShellCommands
import Glibc
import SeashellKit
import ShellTerminal

@MainActor
final class PromptSession {
  let console: TerminalConsole
  let streams: StandardStreams

  private let reader: TerminalLineReader
  private let screen: TerminalScreen
  private let identity: ShellIdentity
  private let settings: ShellSettings
  private let interrupts: Interrupts
  private var shown = Prompt("")

  static var isPossible: Bool { TerminalLineReader.isPossible }

  init(
    _ identity: ShellIdentity, settings: ShellSettings, interrupts: Interrupts,
    directories: Directories
  ) {
    self.identity = identity
    self.settings = settings
    self.interrupts = interrupts
    reader = TerminalLineReader(
      program: identity.name, history: "\(directories.state)/history",
      colors: TerminalStyle.colors(settings), isInterrupted: { interrupts.isPending })
    reader.editor = TextEditor(environment: LaunchedProcess.variable)
    console = TerminalConsole(
      reader: reader, settings: settings, interrupts: interrupts,
      style: TerminalStyle.reader(of: STDERR_FILENO, settings))
    screen = TerminalScreen(
      name: identity.name, settings: settings, interrupts: interrupts,
      environment: LaunchedProcess.variable,
      willShow: { [weak console] in console?.makeWay(for: $0) })
    streams = StandardStreams(
      output: screen.output, errors: screen.errors,
      outputStyle: TerminalStyle.reader(of: STDOUT_FILENO, settings),
      errorStyle: TerminalStyle.reader(of: STDERR_FILENO, settings),
      takeNotices: { [weak reader] in reader?.takeNoticesBetweenLines() ?? [] })
    // Without the folder the history stays in memory; the reader reports that.
    try? Directories.make(directories.state)
  }

  func run(
    _ shell: Shell, context: ModuleContext, suggestion: String?
  ) async -> ExitStatus {
    TerminationSignals.install(interrupting: interrupts, leave: reader.leave)
    let completer = ShellCompleter(shell) { [weak reader] in reader?.completeAgain() }
    console.completer = completer
    if !settings.isQuiet {
      welcome(
        to: context.apis.current.client.environment.name,
        context.apis.current.isOwn ? suggestion : nil)
    }
    let guide = ShellGuide(shell, context.apis)
    reader.guide = guide
    let redrawing = redraw(shell, context)
    defer { withExtendedLifetime((redrawing, guide)) {} }
    let status = await shell.run(
      reader: reader, console: console,
      prompt: { [self] in
        shown = Self.prompt(shell, context)
        return shown
      },
      completer: completer, screen: screen,
      wasInterrupted: { [isProgress = console.showsProgress] in
        TerminalControl.endEchoedLine(isProgress: isProgress.isRaised)
      })
    reader.leave()
    return status
  }

  func report(_ line: String) {
    if reader.isReading { reader.notify(line) } else { streams.report(line) }
  }

  private func welcome(to environment: String, _ suggestion: String?) {
    streams.report("\(identity.name) \(identity.version), on \(environment)")
    streams.report("help lists the commands, Tab completes, Ctrl-D leaves")
    if let suggestion { streams.report("Try: \(suggestion)") }
  }

  /// Updates the prompt during typing when the service is lost or back.
  private func redraw(_ shell: Shell, _ context: ModuleContext) -> [Subscription] {
    func update() {
      let new = Self.prompt(shell, context)
      reader.replacePrompt(shown, by: new)
      shown = new
    }
    return [
      context.bus.subscribeOnMain(to: Unconnected.self) { _ in update() },
      context.bus.subscribeOnMain(to: Reconnected.self) { _ in update() },
    ]
  }

  /// Returns the prompt, at most half as wide as the terminal: the environment, whether it is in production
  /// or offline, and the place.
  private static func prompt(_ shell: Shell, _ context: ModuleContext) -> Prompt {
    // The call may come from an event of a job, which has another environment.
    RequestTargets.$bound.withValue(nil) { userPrompt(shell, context) }
  }

  private static func userPrompt(_ shell: Shell, _ context: ModuleContext) -> Prompt {
    let api = context.apis.current
    let environment = api.client.environment
    // Not every user can see that the prompt is red.
    let isNamed = environment.shortName.lowercased().hasPrefix("prod")
    let notes = [
      environment.isProduction && !isNamed ? "production" : nil,
      api.context.offline.isOffline ? "offline" : nil,
    ].compactMap { $0 }
    let name =
      environment.name + (notes.isEmpty ? "" : " (\(notes.joined(separator: ", ")))")
    let columns = TerminalControl.size(of: STDOUT_FILENO)?.columns ?? 80
    let room = columns / 2 - name.utf8.count - " > ".utf8.count
    let place = shell.place(fitting: room).map { " " + $0 } ?? ""
    return Prompt("\(name)\(place)> ", isAlarming: environment.isProduction)
  }
}

/// Takes what is shown while a line is typed from the shell.
@MainActor
private final class ShellGuide: LineGuide {
  private weak var shell: Shell?
  private let settings: ShellSettings
  private let apis: APIRegistry

  init(_ shell: Shell, _ apis: APIRegistry) {
    (self.shell, settings, self.apis) = (shell, shell.settings, apis)
  }

  var help: LineHelp {
    LineHelp(
      highlights: settings.highlights, suggestions: settings.suggests,
      environment: RequestTargets.$bound.withValue(nil) { apis.current.client.environment.name },
      hasFailed: shell?.variables.status != .success)
  }
}
