public import CoreEvents
import CoreSystem
public import FoundationEssentials
import ShellCommands
import Synchronization
public import WebAPI
public import WebMessages

/// Sends requests to the current environment.
///
/// The modules of an API share one client, which lives as long as the shell. After a switch, the new
/// environment begins without stored responses and event ids, and with a closed circuit breaker. A job, a
/// rule and `watch` keep the environment that they began with.
public final class EnvironmentClient: APIClient {
  private struct State {
    var connection: EnvironmentConnection
    var authorizer: (any Authorizer)?
    var hasSharedAuthorizer = false
    var countdown: RetryCountdown?
    var deferrals: Deferrals?
    var secretParameters: [String] = []
    var interceptors: [Interceptor] = []
    var lastInterceptor = 0
  }

  /// The name of the API whose environments these are.
  package let api: String

  /// Whether jobs and rules can have an environment of their own; false for another service, whose address
  /// is fixed.
  private let isChoosable: Bool
  private let state: Mutex<State>
  /// The target of a statement that was read before an environment of the API was chosen.
  private let first: EnvironmentConnection
  private let parts: ClientParts

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - environment: the first environment.
  ///   - api: the name of the API.
  ///   - isChoosable: whether the API's environment can be chosen, also for a job alone.
  ///   - parts: what the clients of a shell share.
  package init(
    _ environment: APIEnvironment, of api: String = "shop", isChoosable: Bool = true,
    sharing parts: ClientParts
  ) {
    self.api = api
    self.isChoosable = isChoosable
    self.parts = parts
    first = EnvironmentConnection(environment, of: api, clock: parts.retries.clock)
    state = Mutex(State(connection: first))
  }

  /// The bus on which the client posts its events.
  public var events: EventBus? { parts.events }

  /// When and how often a failed request is sent again.
  public var retries: APIRetrySettings { parts.retries }

  /// The texts that are masked in traces and previews.
  var secrets: SecretTexts { parts.tracer.secrets }

  /// The name of the API and of the current environment.
  public var environmentID: EnvironmentID { connection.id }

  /// Returns the name of the API and of an environment, as events have it.
  public func environmentID(of environment: APIEnvironment) -> EnvironmentID {
    EnvironmentID(environment.name) ?? EnvironmentID(api: api, name: environment.name)
  }

  /// Returns the name of an environment of the API: `dev`, or `wh:dev` of an API other than the shell's own.
  func name(of id: EnvironmentID) -> String {
    EnvironmentID(first.name) == nil ? id.name : id.description
  }

  /// The environment that requests go to; ``EnvironmentRegistry/use(_:)`` switches it.
  ///
  /// In a job, a rule and `watch` it is the one that was chosen when their line was read.
  public package(set) var environment: APIEnvironment {
    get { connection.environment }
    set {
      let isOther = newValue != environment
      let connection =
        isOther ? EnvironmentConnection(newValue, of: api, clock: retries.clock) : connection
      if isChoosable, let bound = RequestTargets.bound {
        bound[api] = connection
      } else if isOther {
        state.withLock { $0.connection = connection }
      }
    }
  }

  /// The environment for the requests of this task, with what is remembered about its server.
  package var connection: EnvironmentConnection {
    bound ?? state.withLock(\.connection)
  }

  /// The environment of the running job, rule or `watch`; nil for statements of the shell itself.
  private var bound: EnvironmentConnection? {
    guard isChoosable, let targets = RequestTargets.bound else { return nil }
    return targets[api] as? EnvironmentConnection ?? first
  }

  /// The environment that the user has chosen.
  ///
  /// Jobs and rules may use another.
  package var chosen: EnvironmentConnection { state.withLock(\.connection) }

  /// Returns the current environment if a request is for its API, and nil for requests to other APIs.
  ///
  /// An `Authorizer` checks it, since the user may have switched the environment after the request was
  /// made.
  public func environment(of request: APIRequest) -> APIEnvironment? {
    let environment = environment
    return request.currentOrigin == environment.origin ? environment : nil
  }

  /// The ids of the environment's events that were posted already.
  ///
  /// Each environment has its own list, since two servers may use the same ids.
  public var announced: RecentEventIDs? { connection.announced }

  /// The writes to the environment that its feed has still to report.
  var ownWrites: OwnWrites { connection.ownWrites }

  /// The environment's circuit breaker.
  public var health: CircuitBreaker? { connection.health }

  /// The environment's stored responses.
  public var cache: ResponseCache? { connection.cache }

  /// The base address of the environment's API.
  public var baseURL: URL { environment.baseURL }

  /// The version of the environment's API.
  public var version: String? { environment.version }

  /// How the environment's API wraps its resources.
  public var format: ServiceFormat { environment.format }

  /// How the environment's API spells the names of fields.
  public var keys: ServiceKeys { environment.keys }

  /// Whether the environment's API carries out requests with the same `Idempotency-Key` only once.
  public var honorsIdempotencyKeys: Bool { environment.honorsIdempotencyKeys }

  /// The maximum number of redirects followed in a row.
  public var maximumRedirects: Int { environment.maximumRedirects }

  /// The maximum size of a response body in this environment, in bytes.
  public var maximumResponseSize: Int? { environment.maximumResponseSize }

  /// The environment's transport.
  public var transport: any Transport { shown(transport(to: connection.target)) }

  private func transport(to environment: APIEnvironment) -> any Transport {
    parts.transports.transport(of: environment)
      ?? BlockedTransport("this shell has no transport to '\(environment.name)'")
  }

  /// Wraps a transport so that its requests are shown, if the current task's statement shows its waits.
  private func shown(_ transport: any Transport) -> any Transport {
    guard let scope = ProgressScope.current, transport.crossesNetwork else { return transport }
    return ShownTransport(base: transport, scope: scope)
  }

  /// Adds credentials to requests; nil if no module has installed an authorizer.
  public package(set) var authorizer: (any Authorizer)? {
    get { state.withLock { $0.authorizer } }
    set { state.withLock { $0.authorizer = newValue } }
  }

  /// Whether the authorizer is the one that signs in to all APIs.
  var hasSharedAuthorizer: Bool {
    get { state.withLock { $0.hasSharedAuthorizer } }
    set { state.withLock { $0.hasSharedAuthorizer = newValue } }
  }

  /// Whether requests are sent without credentials, as `set anonymous on` says.
  public var isAnonymous: Bool { parts.anonymous.isRaised }

  /// Shows the user a long wait before a retry; nil shows none.
  var countdown: RetryCountdown? {
    get { state.withLock { $0.countdown } }
    set { state.withLock { $0.countdown = newValue } }
  }

  /// Returns the queue for the writes of a named environment, or nil to let writes that cannot be sent
  /// fail.
  typealias Deferrals = @Sendable (_ environment: String) -> (any WriteDeferral)?

  /// Returns the queue for the writes of an environment; nil to queue nothing.
  var deferrals: Deferrals? {
    get { state.withLock { $0.deferrals } }
    set { state.withLock { $0.deferrals = newValue } }
  }

  /// The names of the query parameters in which the API's description expects a key.
  ///
  /// They are hidden as credentials are, also if the user has typed the key.
  var secretParameters: [String] {
    get { state.withLock(\.secretParameters) }
    set { state.withLock { $0.secretParameters = newValue } }
  }

  /// Returns a client for another service: with the same transports, retries and trace, but with its own
  /// cache and circuit breaker, and without events, hooks and a queue.
  func another(
    for environment: APIEnvironment, authorizer: (any Authorizer)?
  ) -> EnvironmentClient {
    var parts = parts
    parts.events = nil
    let client = EnvironmentClient(environment, of: api, isChoosable: false, sharing: parts)
    client.authorizer = authorizer
    client.countdown = countdown
    return client
  }

  /// Returns a client for an environment of another API: with the same bus, transports, retries and trace.
  package func client(for environment: APIEnvironment, of api: String) -> EnvironmentClient {
    EnvironmentClient(environment, of: api, sharing: parts)
  }

  /// Queues the environment's writes that cannot be sent now.
  public var deferral: (any WriteDeferral)? {
    state.withLock(\.deferrals)?(environment.name)
  }

  /// Calls closures before and after each request, until the subscription is cancelled.
  func intercept(
    request: @escaping Interceptor.Request, response: @escaping Interceptor.Response
  ) -> Subscription {
    let number = state.withLock { state in
      state.lastInterceptor += 1
      state.interceptors.append(
        Interceptor(number: state.lastInterceptor, request: request, response: response))
      return state.lastInterceptor
    }
    return Subscription { [weak self] in
      // Release what the closures hold after the lock is released.
      let removed = self?.state.withLock { state in
        state.interceptors.firstIndex { $0.number == number }.map {
          state.interceptors.remove(at: $0)
        }
      }
      withExtendedLifetime(removed) {}
    }
  }

  /// Whether the requests of the current task are sent again after a lost connection.
  @TaskLocal static var retriesLostConnections = true

  /// The current properties, all of one environment.
  public var snapshot: APIClientSnapshot {
    let now = state.withLock(\.self)
    let connection = bound ?? now.connection
    let environment = connection.environment
    var settings = APIClientSettings(
      baseURL: environment.baseURL, transport: shown(transport(to: connection.target)),
      home: environment.origin)
    settings.allowedOrigins = environment.allowedOrigins
    settings.version = environment.version
    settings.format = environment.format
    settings.keys = environment.keys
    settings.maximumRedirects = environment.maximumRedirects
    settings.maximumResponseSize = environment.maximumResponseSize
    settings.retries = retries(in: environment)
    settings.honorsIdempotencyKeys = environment.honorsIdempotencyKeys
    if environment.honorsIdempotencyKeys, let keys = WriteKeys.current {
      settings.writeKeys = keys
    }
    settings.health = parts.isTesting ? nil : connection.health
    settings.credentials = parts.isTesting ? secrets : nil
    settings.cache = connection.cache
    settings.events = events
    settings.authorizer = isAnonymous ? AnonymousAuthorizer() : now.authorizer
    settings.announced = connection.announced
    settings.ownWrites = connection.ownWrites
    settings.deferral = now.deferrals?(environment.name)
    settings.additions =
      isAnonymous ? environment.additions().filter { !$0.isSecret } : environment.additions()
    for name in now.secretParameters + environment.keyParameters {
      settings.additions.append(APIRequestAddition(secretParameter: name))
    }
    settings.unreachableHint = environment.unreachableHint
    settings.environmentID = connection.id
    settings.keeper = StatementAnswers.current
    return APIClientSnapshot(
      of: now.interceptors.isEmpty
        ? self : InterceptedClient(client: self, interceptors: now.interceptors), settings)
  }

  /// The retry settings for a request of the current task: those of its command's options, else of the
  /// user, else of the environment.
  private func retries(in environment: APIEnvironment) -> APIRetrySettings {
    var retries = retries
    let number = DataPreference.current.retries ?? parts.retrySetting.value ?? environment.retries
    if let number { retries.maximumTries = number + 1 }
    retries.repeatsRefusedWrites = DataPreference.current.retries ?? 0 > 0
    retries.timeLimit = environment.transport.totalTimeout
    if !Self.retriesLostConnections { retries.retriesLostConnections = false }
    return retries
  }

  /// Sends requests for completion in the background, and none to an environment in production.
  ///
  /// - Throws: `CancellationError` for a request to one in production.
  public func willSendRequest(_ request: inout APIRequest) async throws {
    guard CompletionTask.isCurrent else { return }
    if environment.isProduction { throw CancellationError() }
    request.isBackground = true
  }

  /// Waits before a retry; a user at a terminal is notified, and sees a countdown if the wait is long.
  public func waitToRetry(_ wait: APIRetryWait, by clock: any Clock<Duration>) async throws {
    parts.retrySetting.noteRetry()
    guard let countdown else { return try await clock.sleep(for: wait.duration) }
    await countdown.notify(of: wait)
    guard RetryCountdown.isWorthShowing(wait) else {
      return try await clock.sleep(for: wait.duration)
    }
    try await countdown.wait(wait, by: clock)
  }

  /// Tells a user at a terminal that a cancelled write may have changed something.
  public func didCancelWrite(_ change: DataChange) async {
    await countdown?.notify(ofCancelled: change)
  }

  /// Passes a line to the receiver of the trace, with secrets masked.
  public func trace(_ line: () -> String) { parts.tracer.trace(line) }

  /// Passes a command line of curl to the receiver of the trace, with secrets masked.
  public func traceCommand(_ line: () -> String) -> Bool { parts.tracer.traceCommand(line) }
}

/// Adds no credentials, as the user asked, and reports this when credentials are required.
private struct AnonymousAuthorizer: Authorizer {
  let signInHint: String? = "it was sent without credentials, since 'anonymous' is on"

  /// - Throws: `APIError` `unauthorized` if the request was made for an account.
  func authorize(_ request: inout APIRequest) async throws {
    guard let account = request.owner?.account else { return }
    throw APIError(
      .unauthorized, detail: "there are no credentials of \(account), since 'anonymous' is on",
      request: request.description)
  }

  func recover(from response: APIResponse) async throws -> Bool { false }
}

extension SecretTexts: CredentialReceiver {
  /// Adds credentials to the secrets: `Bearer abc` also as `abc`.
  package func note(_ credentials: [String]) {
    for credential in credentials {
      insert(credential, isReceived: true)
      if let blank = credential.firstIndex(of: " ") {
        insert(String(credential[blank...]), isReceived: true)
      }
    }
  }
}
