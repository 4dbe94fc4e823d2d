import CoreSystem
package import ShellCommands
import ShellOutput
public import CoreEvents

/// Runs commands: the shell's own, and those of the modules that are loaded.
///
/// A shell is used through a script (`runScript(_:named:arguments:)`), a file, standard input, or
/// one command's words. It writes results to its streams' output and tells failures on their error
/// output.
@MainActor
public final class Shell {
  /// The bus on which modules meet.
  public let bus: EventBus

  /// The modules, which may be loaded and unloaded at any time.
  public let modules: ModuleRegistry

  /// What the user chose.
  public let settings: ShellSettings

  let streams: StandardStreams
  package private(set) var builtins = CommandTable()
  private(set) var events: EventLog
  let interrupts: Interrupts
  package var variables: Variables
  var aliases: [String: Alias] = [:]
  /// The output of the last command.
  var lastOutput: Output?
  /// The command of the language's own that was run last.
  var lastBuiltin: CommandTable.Entry?
  /// Where results go instead of to standard output, while a pipeline's command runs: all that a
  /// script sourced by it writes goes there too.
  var outlet: (destination: Destination, descriptor: Int32)?
  /// Begins to post on the bus what others do to the data, and gives what ends that; nil where nothing
  /// brings it.
  package var followOthers: (@MainActor () -> @MainActor () -> Void)?
  /// How many scripts are running inside one another.
  var depth = 0
  /// How many commands that run commands are running inside one another.
  private var nesting = 0
  /// How many may.
  nonisolated static let deepest = 100

  /// The prompt at which a user types; nil where a script runs.
  package var prompt: PromptRun?

  /// Asks for what a one-shot command leaves out; nil where a script is read from standard input.
  package var console: (any Console)?

  /// Whether the statement at hand was typed: only then do aliases count, and is the user asked for
  /// what it leaves out.
  package var isTyped: Bool { prompt != nil && depth == 0 }

  /// Makes a shell without modules.
  ///
  /// - Parameters:
  ///   - version: what `version` prints.
  ///   - bus: the bus on which its modules meet.
  ///   - settings: what the user chose at the start.
  ///   - streams: where results and errors go.
  ///   - interrupts: carries the user's wish that what runs shall end.
  ///   - clock: what `sleep` waits by.
  ///   - environment: gives the variables of the process's environment.
  package init(
    version: String, bus: EventBus, settings: ShellSettings, streams: StandardStreams,
    interrupts: Interrupts = Interrupts(), clock: any Clock<Duration> = ContinuousClock(),
    environment: @escaping (String) -> String? = { _ in nil }
  ) throws {
    self.bus = bus
    self.settings = settings
    self.streams = streams
    self.interrupts = interrupts
    variables = Variables(environment: environment)
    events = EventLog(bus: bus, excluding: [CommandFinished.self])
    modules = ModuleRegistry(bus: bus)
    builtins = try Builtins.table(for: self, version: version, clock: clock)
    modules.builtins = builtins
  }

  /// Has `events` list every command that ended as well, of which a prompt sees few.
  func logCommands() {
    events = EventLog(bus: bus)
  }

  /// Runs a body that runs other commands for a command.
  ///
  /// - Throws: ``ShellError`` where commands run one another too deep, and what the body throws.
  func nesting<Result>(_ body: () async throws -> Result) async throws -> Result {
    guard nesting < Self.deepest else {
      throw ShellError(.limit, "commands run one another more than \(Self.deepest) deep")
    }
    nesting += 1
    defer { nesting -= 1 }
    return try await body()
  }

  /// Where results go.
  var destination: Destination { outlet?.destination ?? streams.destination }

  /// Whether the user asked for what runs to end.
  var isInterrupted: Bool { interrupts.flag.isRaised }
}
