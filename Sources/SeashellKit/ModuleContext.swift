public import ShellCommands
import ShellOutput
public import CoreEvents
public import WebAPI

/// What a module can use: the event bus, the API client, the console, the clock and shared states.
///
/// All modules get the same context; the built-in ones have no privileges.
@MainActor
public final class ModuleContext {
  /// Delivers events, such as changes to data, to all modules.
  public let bus: EventBus

  /// Sends requests to the current environment.
  public let client: EnvironmentClient

  /// The environments that users can choose.
  public let environments: EnvironmentRegistry

  /// Shows notices to the user and asks questions.
  public let console: any Console

  /// Measures all waits; a test uses a manual clock.
  public let clock: any Clock<Duration>

  /// The folders of the shell's files.
  public let directories: Directories

  /// Who is signed in to the current environment.
  public private(set) lazy var user = UserState(bus)

  /// The sections of the configuration that modules ask for.
  package var sections = ModuleSections()

  private var states: [ObjectIdentifier: AnyObject] = [:]

  /// Creates a context.
  public init(
    bus: EventBus, client: EnvironmentClient, environments: EnvironmentRegistry,
    console: any Console,
    clock: any Clock<Duration> = ContinuousClock(), directories: Directories
  ) {
    self.bus = bus
    self.client = client
    self.environments = environments
    self.console = console
    self.clock = clock
    self.directories = directories
    client.countdown = RetryCountdown(console)
  }

  /// Returns the shared state of a type; the first call creates it.
  public func state<State: AnyObject>(_ make: () -> State) -> State {
    if let state = states[ObjectIdentifier(State.self)] as? State { return state }
    let state = make()
    states[ObjectIdentifier(State.self)] = state
    return state
  }

  /// Adds credentials to all further requests.
  ///
  /// - Throws: `ShellError` if another module has installed an authorizer.
  public func install(_ authorizer: any Authorizer) throws {
    if let other = client.authorizer {
      throw ShellError(.failed, "requests are already authorized by \(type(of: other))")
    }
    client.authorizer = authorizer
  }

  /// Sends all further requests without credentials.
  public func removeAuthorizer() {
    client.authorizer = nil
  }
}
