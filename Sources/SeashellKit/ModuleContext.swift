public import CoreEvents
public import ShellKit
public import WebAPI

/// What a module is given: the bus, the client, the user, the time, and states to share.
///
/// Every module gets the same; the built-in ones get no more.
@MainActor
public final class ModuleContext {
  /// Where modules meet.
  public let bus: EventBus

  /// The client of the environment that is chosen.
  public let client: EnvironmentClient

  /// The environments that can be chosen.
  public let environments: EnvironmentRegistry

  /// The user.
  public let console: any Console

  /// What waits go by; a test's own clock makes them immediate.
  public let clock: any Clock<Duration>

  /// Where files are kept.
  public let directories: Directories

  private var states: [ObjectIdentifier: AnyObject] = [:]

  /// Makes a context.
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

  /// The state of a type, made at its first use and shared from then on.
  ///
  /// - Parameter make: makes the state.
  public func state<State: AnyObject>(_ make: () -> State) -> State {
    if let state = states[ObjectIdentifier(State.self)] as? State { return state }
    let state = make()
    states[ObjectIdentifier(State.self)] = state
    return state
  }

  /// Has requests authorized from now on.
  ///
  /// - Throws: ``ShellKit/ShellError`` where another module does that already.
  public func install(_ authorizer: any Authorizer) throws {
    if let other = client.authorizer {
      throw ShellError(.failed, "requests are authorized already, by \(type(of: other))")
    }
    client.authorizer = authorizer
  }

  /// Has requests go without credentials from now on.
  public func removeAuthorizer() {
    client.authorizer = nil
  }
}
