import CoreSQLite
import CoreSystem
import FoundationEssentials
import Glibc
import WebMessages

/// The shop, which handles the requests of the embedded transport and of the server.
///
/// The first request opens the database, and creates it if it is missing. The same happens after the file
/// was deleted or replaced. Requests run one at a time on the shop's own thread; only passwords are
/// compared on another one. Several processes may share a file.
package actor Shop {
  /// The maximum size of a request body, in bytes; a server should not receive more.
  package static let maximumBody = ShopRequest.maximumBody

  nonisolated let path: String
  let clock: @Sendable () -> Int
  /// The ids of the events that this instance has recorded.
  private(set) var ownEvents = RecentEventIDs(capacity: FeedEvent.kept)
  /// The delayed writes with an `Idempotency-Key`.
  var keysInFlight: Set<IdempotencyKey.Scope> = []
  let eventStreams = EventStreams()
  let feed: EventFeed
  let feedClock: any Clock<Duration>
  /// Polls the database for the event streams; nil without streams.
  var feedPolling: Task<Void, Never>?
  private let attempts: LoginAttempts
  private let passwords = PasswordCheck()
  private var cache = ResponseCache()
  private let usesCache: Bool
  private let executor = DispatchExecutor(label: "seashell.shop")
  private(set) var storage: ShopStorage?

  /// Keeps blocking work off the cooperative pool.
  nonisolated package var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// Creates a shop without opening its database.
  ///
  /// - Parameters:
  ///   - path: the database. Its folder is created if it does not exist.
  ///   - usesCache: whether to cache responses. A server's clients often send the same request, but a
  ///     single user rarely does.
  ///   - feedClock: measures the time between two polls for the event streams.
  ///   - clock: returns the seconds since 1970, by which tokens expire.
  ///   - uptime: returns the seconds of a monotonic clock, by which wrong passwords are counted.
  package init(
    database path: String, usesCache: Bool = true,
    feedClock: any Clock<Duration> = ContinuousClock(),
    clock: @escaping @Sendable () -> Int = { time(nil) },
    uptime: @escaping @Sendable () -> Int = {
      Int(MonotonicTime.precise() / 1_000_000_000)
    }
  ) {
    attempts = LoginAttempts(now: uptime)
    feed = EventFeed(path: path, streams: eventStreams)
    self.path = path
    self.usesCache = usesCache
    self.feedClock = feedClock
    self.clock = clock
  }

  /// Handles a request; errors become responses.
  ///
  /// - Throws: `CancellationError` if the task is cancelled before the work begins, or while it waits for
  ///   another process or a password comparison; then nothing was changed. A write that has begun is always
  ///   finished, so that the client gets its result.
  func respond(to request: HTTPRequest) async throws(CancellationError) -> HTTPResponse {
    guard !Task.isCancelled else { throw CancellationError() }
    if request.method == .options {
      return Self.respond(
        toMethod: request.method.rawValue, target: request.url.absoluteString,
        headers: request.headers)
    }
    var response: ShopResponse
    do {
      response = try await uncheckedResponse(to: request)
    } catch {
      if error is CancellationError || Task.isCancelled && Self.isBusy(error) {
        throw CancellationError()
      }
      response = ShopResponse(ShopProblem(error), to: request.headers)
    }
    if let event = response.headers["Event-Id"] {
      ownEvents.insert(event)
      feed.pollAfterWrite()
    }
    response.finish(for: request)
    return response.message
  }

  private static func isBusy(_ error: any Error) -> Bool {
    switch error {
    case let error as SQLiteError: error.isBusy
    case let error as ShopStorageError: error.code == .busy
    default: false
    }
  }

  private func uncheckedResponse(to message: HTTPRequest) async throws -> ShopResponse {
    try ShopRequest.rejectCrossOriginWrite(message)
    guard (message.body?.count ?? 0) <= Self.maximumBody else { throw ShopProblem.bodyTooLarge }
    let key = usesCache ? ResponseCache.Key(message) : nil
    if let key, let response = try cachedResponse(for: key) { return response }
    let request = try ShopRequest(message)
    let database = try openedStorage().database
    let router = Router(
      database: database, now: clock(), attempts: attempts, passwords: passwords, feed: feed,
      feedReader: { await self.readFeed(from: $0) })
    defer { pollFeedIfNeeded() }
    guard let key, Route(request.segments)?.isShared == true else {
      return try await router.respond(to: request)
    }
    let version = try ResponseCache.Version(of: database)
    let response = try await router.respond(to: request)
    cache.insert(response, for: key, at: version)
    return response
  }

  private func cachedResponse(for key: ResponseCache.Key) throws -> ShopResponse? {
    guard cache.contains(key) else { return nil }
    closeIfReplaced()
    guard let storage else { return nil }
    return cache.response(for: key, at: try ResponseCache.Version(of: storage.database))
  }

  /// Closes the database if its file is no longer the one at the path.
  func closeIfReplaced() {
    guard let storage, !storage.isInPlace else { return }
    self.storage = nil
    cache = ResponseCache()
    // Another file numbers its events from 1 again.
    ownEvents = RecentEventIDs(capacity: FeedEvent.kept)
  }

  func openedStorage() throws -> ShopStorage {
    closeIfReplaced()
    if let storage { return storage }
    let opened = try ShopStorage(path: path)
    storage = opened
    return opened
  }
}
