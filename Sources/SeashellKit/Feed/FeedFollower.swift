import CoreEvents
import FoundationEssentials
import WebAPI
import WebMessages

/// Follows the feed of the environment that is chosen, where its server offers one.
///
/// A lost connection is taken up again after the last event that came, and only the waits between
/// tries grow. Where the first try fails, the user is told that the feed is lost, and later that it is
/// back. A server that wants a session for it is asked again when the user has signed in. A server that
/// has no feed, or is not there from the start, is told to a user who asked for the events alone.
@MainActor
package final class FeedFollower {
  /// How long events are held before they are told.
  ///
  /// What came meanwhile is told together; and the answer to a write of the user's own, which says
  /// under which id it comes back, has then been read as a rule. Where it has not, the write is told
  /// as if it were another's, and posted once all the same.
  static let settling = Duration.milliseconds(200)

  /// How many events are held before the server has to wait.
  static let most = 10_000

  /// The waits before a connection is taken up again: the first one, and the longest.
  static let pauses = Duration.seconds(1)...Duration.seconds(30)

  private let client: EnvironmentClient
  private let bus: EventBus
  private let feed: ChangeFeed
  private let console: any Console
  private let isAsked: Bool
  private let clock: any Clock<Duration>
  private let hasFeed: @MainActor (APIEnvironment) -> Bool
  private var followed: APIEnvironment?
  private var isRefused = false
  private var task: Task<Void, Never>?
  private var subscription: Subscription?
  private var held: [FeedEvent] = []
  private var telling: Task<Void, Never>?

  /// Makes a follower, which does nothing before ``start()``.
  ///
  /// - Parameters:
  ///   - context: what a module is given.
  ///   - feed: takes the events.
  ///   - isAsked: whether the user asked for the events, and so waits for them.
  ///   - hasFeed: whether an environment may have a server with a feed.
  package init(
    _ context: ModuleContext, feed: ChangeFeed, isAsked: Bool = false,
    hasFeed: @escaping @MainActor (APIEnvironment) -> Bool
  ) {
    client = context.client
    bus = context.bus
    clock = context.clock
    console = context.console
    self.isAsked = isAsked
    self.feed = feed
    self.hasFeed = hasFeed
  }

  /// Follows the environment that is chosen, and from now on each that is chosen later.
  package func start() {
    // Choosing another environment makes everything that is held stale, which is told; so does
    // signing in.
    subscription = bus.subscribeOnMain(to: DataInvalidated.self) { [weak self] event in
      if event.resource == nil { self?.followChosen() }
    }
    followChosen()
  }

  /// Ends the connection.
  package func stop() {
    subscription = nil
    leave()
  }

  private func followChosen() {
    let environment = client.environment
    guard environment != followed || isRefused else { return }
    leave()
    followed = environment
    guard hasFeed(environment) else { return }
    task = Task { [weak self] in await self?.follow(environment) }
  }

  private func leave() {
    task?.cancel()
    telling?.cancel()
    (task, telling, followed, isRefused) = (nil, nil, nil, false)
    held = []
  }

  private func follow(_ environment: APIEnvironment) async {
    var parser: ServerSentEventParser?
    var isBehind = false
    var (wasOpen, isLost) = (false, false)
    var pause = Self.pauses.lowerBound
    while !Task.isCancelled {
      do {
        let found: HTTPBody?
        do {
          found = try await open(environment, after: parser?.lastID)
        } catch {
          if wasOpen || isAsked, !isLost, !Task.isCancelled {
            isLost = true
            console.notify(
              wasOpen
                ? "the feed of \(environment.name) is lost: what others do is told once it is back"
                : "the feed of \(environment.name) cannot be reached; trying again until it can")
          }
          throw error
        }
        guard let body = found else {
          if isAsked, !Task.isCancelled {
            console.notify(
              isRefused
                ? "the feed of \(environment.name) needs a session; sign in with 'session login'"
                : "\(environment.name) has no feed of events: what others do is not told")
          }
          return
        }
        if isLost { console.notify("the feed of \(environment.name) is back") }
        (wasOpen, isLost) = (true, false)
        // What happened while there was no connection is not told by a server without ids, nor where
        // there was none before.
        if isBehind, parser?.lastID == nil { bus.post(DataInvalidated()) }
        var next = ServerSentEventParser(resumingAfter: parser?.lastID)
        defer { parser = next }
        while let piece = try await body.next() {
          pause = Self.pauses.lowerBound
          await hold(try next.parse(piece).compactMap { FeedEvent($0) }, of: environment)
        }
      } catch  where error is ServerSentEventTooLong || (error as? APIError)?.code == .limit {
        // It would come again: what this server sends is no feed for us.
        return
      } catch {
        // Taken up again below.
      }
      isBehind = true
      let wait = max(pause, min(parser?.retry ?? .zero, Self.pauses.upperBound))
      guard (try? await clock.sleep(for: wait)) != nil else { return }
      pause = min(pause * 2, Self.pauses.upperBound)
    }
  }

  /// Asks for the feed.
  ///
  /// - Returns: nil where the server has none for us.
  /// - Throws: where it may have one later.
  private func open(_ environment: APIEnvironment, after id: String?) async throws -> HTTPBody? {
    // The whole address: the user may choose another environment before the request is sent.
    let version = environment.version.map { $0 + "/" } ?? ""
    var request = APIRequest(url: environment.baseURL.appending(path: version + "events"))
    request.headers["Accept"] = "text/event-stream"
    request.headers["Last-Event-ID"] = id
    request.cachePolicy = .reload
    request.retry = .never
    request.isBackground = true
    let stream = try await request.stream(on: client, isEndless: true)
    switch stream.status {
    case 200:
      let type = stream.headers["Content-Type"]?.lowercased() ?? ""
      return type.hasPrefix("text/event-stream") ? stream.body : nil
    case 401, 403:
      if !Task.isCancelled { isRefused = true }
      return nil
    case 429, 500, 502...599:
      throw TransportError(.unconnected, reason: "the feed is not to be had now")
    default: return nil
    }
  }

  private func hold(_ events: [FeedEvent], of environment: APIEnvironment) async {
    guard !events.isEmpty, !Task.isCancelled else { return }
    held += events
    if held.count >= Self.most { await feed.take(taken(), of: environment.name) }
    guard telling == nil else { return }
    telling = Task { [weak self, clock] in
      guard (try? await clock.sleep(for: Self.settling)) != nil else { return }
      await self?.tell(of: environment)
    }
  }

  private func tell(of environment: APIEnvironment) async {
    telling = nil
    await feed.take(taken(), of: environment.name)
    await feed.take([], of: environment.name)
  }

  private func taken() -> [FeedEvent] {
    defer { held = [] }
    return held
  }
}
