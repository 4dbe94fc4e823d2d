import CoreEvents
import FoundationEssentials
public import ShellCommands
import Synchronization
public import WebAPI
package import WebFetching

/// The shell's data for times when a service cannot be reached: stored records, and queued writes.
///
/// ``OfflineFirstService`` reads and writes through it. A shell without a storage has neither.
@MainActor
public final class OfflineAccess {
  /// Whether commands may answer from the store.
  public let mode: OfflineSetting

  /// The stores and the queue, if the shell has them.
  package let storage: (any OfflineStorage)?

  /// Whether waiting writes are sent in the background, as at a prompt.
  public package(set) var sendsInBackground = false

  /// Returns the current time, which is stored with records.
  var now: @Sendable () -> Date = { Date() }

  let client: EnvironmentClient
  let clock: any Clock<Duration>
  let bus: EventBus
  private let console: any Console
  private let user: UserState
  /// The open stores: one, unless jobs and rules use other environments.
  private var opened: [(owner: DataOwner, store: any RecordStore)] = []
  private let reports = StoreReports()
  private var answers: [String: StoredPaths] = [:]
  private var subscription: Subscription?
  private var removal: Subscription?

  /// Creates an access.
  ///
  /// - Parameters:
  ///   - storage: the stores and the queue, if the shell has them.
  ///   - mode: whether commands may answer from the store.
  ///   - client: has the current environment.
  ///   - bus: reports when the service is back, and receives an event for data that must then be read
  ///     again.
  ///   - console: shows problems of a store.
  ///   - clock: measures waits.
  ///   - user: who is signed in to the current environment.
  init(
    _ storage: (any OfflineStorage)?, mode: OfflineSetting, client: EnvironmentClient,
    bus: EventBus, console: any Console, clock: any Clock<Duration>,
    user: UserState
  ) {
    self.storage = storage
    self.mode = mode
    self.client = client
    self.bus = bus
    self.console = console
    self.clock = clock
    self.user = user
    if storage != nil {
      removal = user.onSignOut { [weak self] in try await self?.removeStore(of: $0) }
    }
  }

  /// The queue of writes, if the shell has one.
  public var queue: (any WriteQueue)? { storage?.queue }

  /// Returns the owner of data that is read and written now: the current environment and its signed-in
  /// account.
  ///
  /// Returns nil for an account whose name is unknown.
  public func owner() async -> DataOwner? {
    await user.update()
    return lastOwner
  }

  /// The owner at the last check; nil before the first one.
  public var lastOwner: DataOwner? {
    let environment = client.environment
    guard user.hasLooked || !user.hasSource else { return nil }
    guard let user = user.current, user.environment == environment.name else {
      return environment.owner(account: nil)
    }
    return user.account.map { environment.owner(account: $0) }
  }

  /// Removes an owner's stored records, but no queued writes.
  private func removeStore(of owner: DataOwner) async throws {
    opened.removeAll { $0.owner == owner }
    try await storage?.removeStore(of: owner)
  }

  /// Whether commands answer from the store now: the service is lost, or the user has chosen so.
  package var isOffline: Bool {
    guard storage != nil, !client.environment.isEmbedded else { return false }
    switch mode.value {
    case .never: return false
    case .always: return true
    case .auto: return client.health?.isLost == true
    }
  }

  /// Returns the session for a request through the store; nil if it goes straight to the service.
  func session() async -> OfflineSession? {
    let mode = mode.value
    guard let storage, mode != .never, let owner = await owner() else { return nil }
    let environment = client.environment
    let hasStore =
      !environment.isEmbedded && !environment.isTemporary && client.transport.crossesNetwork
    var store = opened.first { $0.owner == owner }?.store
    if hasStore, store == nil {
      let new = storage.store(of: owner) { [reports] in reports.add($0) }
      // Close the stores of other accounts of the environment, which are no longer read.
      opened.removeAll { $0.owner.environment == owner.environment }
      opened.append((owner, new))
      store = new
    }
    return OfflineSession(
      owner: owner, store: hasStore ? store : nil, mode: mode, preference: .current,
      health: client.health, host: environment.shortAddress, clock: clock)
  }

  func isCurrent(_ session: OfflineSession) async -> Bool { await owner() == session.owner }

  func showReports() {
    for report in reports.take() { console.notify(report) }
  }

  /// Records that a request was sent.
  func begin(_ path: String) {
    answers[client.environmentID.description, default: StoredPaths()].begin(path)
  }

  func end(_ path: String, isAnswered: Bool) {
    answers[client.environmentID.description]?.end(path, isAnswered: isAnswered)
  }

  func storeAnswered(_ path: String, in session: OfflineSession) async {
    answers[client.environmentID.description, default: StoredPaths()].add(path)
    await lose(session, path)
    guard subscription == nil else { return }
    subscription = bus.subscribeOnMain(to: Reconnected.self) { [weak self] event in
      self?.expire(event.environment)
    }
  }

  /// Marks the service as lost, for the prompt and for the return probe.
  func lose(_ session: OfflineSession, _ path: String) async {
    guard !session.asksStoreOnly, await isCurrent(session), session.health?.lose() == true else {
      return
    }
    bus.post(Unconnected(environment: client.environmentID, method: .get, path: path))
  }

  /// Posts that everything answered from the store must be read again, except what is being read now.
  private func expire(_ environment: EnvironmentID) {
    for path in answers[environment.description]?.takeExpired() ?? [] {
      bus.post(DataInvalidated(resource: path, environment: environment))
    }
  }
}

private final class StoreReports: Sendable {
  private let texts = Mutex<[String]>([])

  func add(_ text: String) { texts.withLock { $0.append(text) } }

  func take() -> [String] {
    texts.withLock { texts in
      defer { texts = [] }
      return texts
    }
  }
}

/// The paths answered from a store and not read from the service since.
private struct StoredPaths {
  /// The maximum number of paths; beyond it, everything counts as answered from the store.
  private static let maximum = 1000

  private var paths: Set<String> = []
  private var running: [String: Int] = [:]

  mutating func begin(_ path: String) { running[path, default: 0] += 1 }

  mutating func end(_ path: String, isAnswered: Bool) {
    if let count = running[path] { running[path] = count > 1 ? count - 1 : nil }
    // Reading a list also reads its records.
    if isAnswered { paths = paths.filter { $0 != path && Self.parent(of: $0) != path } }
  }

  mutating func add(_ path: String) { if paths.count <= Self.maximum { paths.insert(path) } }

  /// Removes and returns the paths that are not being read; a nil element stands for everything.
  mutating func takeExpired() -> [String?] {
    defer { paths = [] }
    if paths.count > Self.maximum { return [nil] }
    return paths.filter { running[$0] == nil && running[Self.parent(of: $0)] == nil }.sorted()
  }

  private static func parent(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
  }
}

extension APIEnvironment {
  /// The host, with its port if it has one.
  fileprivate var shortAddress: String {
    let host = baseURL.host() ?? name
    return baseURL.port.map { "\(host):\($0)" } ?? host
  }
}
