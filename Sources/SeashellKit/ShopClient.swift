public import Events
public import FoundationEssentials
import Synchronization
public import WebAPI

/// The client of the environment that is chosen.
///
/// One client serves all modules and lives as long as the shell: where its requests go and who
/// authorizes them changes under it.
public final class ShopClient: APIClient {
  private struct State {
    var environment: ShopEnvironment
    var authorizer: (any Authorizer)?
    var announced = AnnouncedEvents()
  }

  /// Hears the seven events of the client's.
  public let events: EventBus?

  private let state: Mutex<State>
  private let transports: @Sendable (ShopEnvironment) -> any Transport
  private let trace: @Sendable (_ line: () -> String) -> Void

  /// Makes a client.
  ///
  /// - Parameters:
  ///   - environment: where requests go at first.
  ///   - events: hears what happens to requests.
  ///   - trace: is given one line for each request and each response, to be made if it is wanted.
  ///   - transports: gives an environment's transport; asked at every request.
  public init(
    _ environment: ShopEnvironment, events: EventBus?,
    trace: @escaping @Sendable (_ line: () -> String) -> Void = { _ in },
    transports: @escaping @Sendable (ShopEnvironment) -> any Transport
  ) {
    self.events = events
    self.transports = transports
    self.trace = trace
    state = Mutex(State(environment: environment))
  }

  /// Where requests go.
  public var environment: ShopEnvironment {
    get { state.withLock { $0.environment } }
    set {
      state.withLock { state in
        if newValue != state.environment { state.announced = AnnouncedEvents() }
        state.environment = newValue
      }
    }
  }

  /// The ids of the events that were posted on the behalf of the environment's server; another
  /// server may give the same ids to its own.
  public var announced: AnnouncedEvents? { state.withLock { $0.announced } }

  /// The address of the environment's API.
  public var baseURL: URL { environment.baseURL }

  /// The version of the environment's API.
  public var version: String? { environment.version }

  /// What carries the environment's requests.
  public var transport: any Transport { transports(environment) }

  /// What gives requests their credentials; nil where no module has installed anything.
  public var authorizer: (any Authorizer)? {
    get { state.withLock { $0.authorizer } }
    set { state.withLock { $0.authorizer = newValue } }
  }

  /// Tells of a request where that is wanted.
  public func willSendRequest(_ request: inout APIRequest) async throws {
    trace { "> \(request)" }
  }

  /// Tells of a response where that is wanted.
  public func didReceiveResponse(_ response: inout APIResponse) async throws {
    trace { "< \(response.status), \(response.data.count) bytes" }
  }
}
