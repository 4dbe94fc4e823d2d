public import CoreEvents
public import FoundationEssentials
import Synchronization
public import WebAPI
public import WebMessages

/// The client of the environment that is chosen.
///
/// One client serves all modules and lives as long as the shell: where its requests go and who
/// authorizes them changes under it. What it remembers of a service, its answers among it, it forgets
/// with the environment.
public final class EnvironmentClient: APIClient {
  private struct State {
    var environment: APIEnvironment
    var authorizer: (any Authorizer)?
    var countdown: RetryCountdown?
    var announced = RecentEventIDs()
    var health: CircuitBreaker
    var cache = ResponseCache()
  }

  /// Hears the seven events of the client's.
  public let events: EventBus?

  /// When and how often requests are sent again.
  public let retries: APIRetrySettings

  private let state: Mutex<State>
  private let transports: @Sendable (APIEnvironment) -> any Transport
  private let tracer: @Sendable (_ line: () -> String) -> Void

  /// Makes a client.
  ///
  /// - Parameters:
  ///   - environment: where requests go at first.
  ///   - events: hears what happens to requests.
  ///   - retries: when and how often requests are sent again.
  ///   - trace: is given every line of a trace, to be made if it is wanted; whoever prints it
  ///     escapes it.
  ///   - transports: gives an environment's transport; asked at every request.
  public init(
    _ environment: APIEnvironment, events: EventBus?, retries: APIRetrySettings = .standard,
    trace: @escaping @Sendable (_ line: () -> String) -> Void = { _ in },
    transports: @escaping @Sendable (APIEnvironment) -> any Transport
  ) {
    self.events = events
    self.retries = retries
    self.transports = transports
    tracer = trace
    state = Mutex(
      State(environment: environment, health: CircuitBreaker(clock: retries.clock)))
  }

  /// Where requests go.
  public var environment: APIEnvironment {
    get { state.withLock { $0.environment } }
    set {
      state.withLock { state in
        if newValue != state.environment {
          state.announced = RecentEventIDs()
          state.health = CircuitBreaker(clock: retries.clock)
          state.cache = ResponseCache()
        }
        state.environment = newValue
      }
    }
  }

  /// The ids of the events that were posted on the behalf of the environment's server; another
  /// server may give the same ids to its own.
  public var announced: RecentEventIDs? { state.withLock { $0.announced } }

  /// What is known of the environment's server being reached.
  public var health: CircuitBreaker? { state.withLock { $0.health } }

  /// The answers of the environment's server that may still be good.
  public var cache: ResponseCache? { state.withLock { $0.cache } }

  /// The address of the environment's API.
  public var baseURL: URL { environment.baseURL }

  /// The version of the environment's API.
  public var version: String? { environment.version }

  /// How the environment's API wraps what it answers.
  public var format: ServiceFormat { state.withLock { $0.environment.format } }

  /// How the environment's API spells the names of fields.
  public var keys: ServiceKeys { state.withLock { $0.environment.keys } }

  /// How many redirects of the environment's server are followed in a row.
  public var maximumRedirects: Int { state.withLock { $0.environment.maximumRedirects } }

  /// How many bytes of an answer's body are read in this environment.
  public var maximumResponseSize: Int? {
    state.withLock { $0.environment.maximumResponseSize }
  }

  /// What carries the environment's requests.
  public var transport: any Transport { transports(environment) }

  /// What gives requests their credentials; nil where no module has installed anything.
  public var authorizer: (any Authorizer)? {
    get { state.withLock { $0.authorizer } }
    set { state.withLock { $0.authorizer = newValue } }
  }

  /// What tells the user of a wait before a request is sent again; nil where nobody is told.
  var countdown: RetryCountdown? {
    get { state.withLock { $0.countdown } }
    set { state.withLock { $0.countdown = newValue } }
  }

  /// The properties as they are now, those of one environment together.
  public var snapshot: APIClientSnapshot {
    let now = state.withLock(\.self)
    let environment = now.environment
    return APIClientSnapshot(
      of: self, baseURL: environment.baseURL, version: environment.version,
      transport: transports(environment), format: environment.format, keys: environment.keys,
      maximumRedirects: environment.maximumRedirects,
      maximumResponseSize: environment.maximumResponseSize, retries: retries, health: now.health,
      cache: now.cache, events: events, authorizer: now.authorizer, announced: now.announced)
  }

  /// Waits before a request is sent again, and shows a long wait to the user.
  public func waitToRetry(_ wait: APIRetryWait, by clock: any Clock<Duration>) async throws {
    guard let countdown, RetryCountdown.isWorthShowing(wait) else {
      return try await clock.sleep(for: wait.duration)
    }
    try await countdown.wait(wait, by: clock)
  }

  /// Gives a line of the trace on to whoever wants it.
  public func trace(_ line: () -> String) { tracer(line) }
}
