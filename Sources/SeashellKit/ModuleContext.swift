public import ShellCommands
import ShellOutput
public import CoreEvents
public import WebAPI
package import WebFetching

/// The services that a module can use: the event bus, the API client, the console, the clock and shared
/// states.
///
/// All modules get the same context; the built-in ones have no privileges.
@MainActor
public final class ModuleContext {
  /// The shell's name and version, for messages that name its variables.
  public let identity: ShellIdentity

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

  /// The user who is signed in to the current environment.
  public let user: UserState

  /// Stores what services have answered, and queues writes.
  public let offline: OfflineAccess

  /// Whether the process ends after one command, so that nothing is worth keeping in memory.
  public package(set) var runsOneCommand = false

  /// The sections of the configuration that modules ask for.
  package var sections = ModuleSections()

  private var states: [AnyObject] = []
  /// The access token that the shell was started with for the API; nil if there is none.
  package var launchToken: LaunchToken?
  private var isTokenTaken = false
  package var runsScript = false
  /// Whether the shell was started with an access token for the API.
  public var hadToken: Bool { launchToken != nil }

  /// Creates a context.
  ///
  /// - Parameters:
  ///   - environments: has the client that sends the modules' requests.
  ///   - storage: the stores and the queue for times without a network; nil if the shell stores nothing.
  ///   - offline: whether commands may answer from what is stored.
  package init(
    identity: ShellIdentity, bus: EventBus, environments: EnvironmentRegistry,
    console: any Console, clock: any Clock<Duration> = ContinuousClock(), directories: Directories,
    storage: (any OfflineStorage)? = nil, offline: OfflineSetting = OfflineSetting(.never)
  ) {
    let client = environments.client
    self.identity = identity
    self.bus = bus
    self.client = client
    self.environments = environments
    self.console = console
    self.clock = clock
    self.directories = directories
    user = UserState(bus, client: client)
    self.offline = OfflineAccess(
      storage, mode: offline, client: client, bus: bus, console: console, clock: clock, user: user)
    client.countdown = RetryCountdown(console)
    client.deferrals = { [weak access = self.offline] environment in
      access.map { QueuedWrites(offline: $0, environment: environment) }
    }
  }

  /// Creates the context of another API of the same shell.
  ///
  /// - Parameter token: the access token that the shell was started with for that API.
  package convenience init(
    like other: ModuleContext, for environments: EnvironmentRegistry, token: LaunchToken? = nil
  ) {
    self.init(
      identity: other.identity, bus: other.bus, environments: environments, console: other.console,
      clock: other.clock, directories: other.directories, storage: other.offline.storage,
      offline: other.offline.mode)
    launchToken = token
    offline.sendsInBackground = other.offline.sendsInBackground
  }

  /// Returns the access token that the shell was started with for the context's API; the next call returns
  /// nil.
  ///
  /// The module that signs users in calls it before the first request.
  public func takeToken() -> LaunchToken? {
    defer { isTokenTaken = true }
    return isTokenTaken ? nil : launchToken
  }

  /// Whether the user waits for the running statement and can answer questions.
  ///
  /// The statement must be typed at the prompt, or be the program's only command. One of a script, a job or
  /// a rule may not ask, nor may Tab.
  public var mayAsk: Bool {
    console.isInteractive && !runsScript && RequestTargets.bound == nil
      && !CompletionTask.isCurrent
  }

  /// Returns the shared state of a type; the first call creates it.
  public func state<State: AnyObject>(_ make: () -> State) -> State {
    // A shell has few states, and a dictionary would make its start slower than the search does.
    for case let state as State in states where type(of: state) == State.self { return state }
    let state = make()
    states.append(state)
    return state
  }

  /// Adds credentials to all further requests, and posts ``AuthorizationChanged``.
  ///
  /// - Throws: `ShellError` if another module has installed an authorizer.
  public func install(_ authorizer: any Authorizer) throws {
    if let other = client.authorizer, !client.hasSharedAuthorizer {
      throw ShellError(.failed, "requests are already authorized by \(type(of: other))")
    }
    client.authorizer = authorizer
    client.hasSharedAuthorizer = false
    bus.post(AuthorizationChanged(isAuthorized: true))
  }

  /// Sends all further requests without credentials, and posts ``AuthorizationChanged``.
  public func removeAuthorizer() {
    guard client.authorizer != nil else { return }
    client.authorizer = nil
    bus.post(AuthorizationChanged(isAuthorized: false))
  }

  /// Returns the number of an owner's writes in the queue.
  public func waitingWrites(of owner: DataOwner) async -> Int {
    guard let queue = offline.queue, queue.mayHaveWrites else { return 0 }
    return (try? await queue.writes(of: owner).count) ?? 0
  }
}
