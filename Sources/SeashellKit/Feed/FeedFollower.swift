import CoreEvents
import FoundationEssentials
import WebAPI
import WebMessages

/// Follows the event feed of the current environment, if its server has one.
///
/// After a lost connection it reconnects, with growing pauses, and resumes after the last event
/// received. If the first attempt to reconnect fails, the user gets a notice, and another one when the
/// feed is back. If the server requires a session, it tries again after the user has signed in. A server
/// without a feed, or one that cannot be reached at first, is reported only to users who asked for the
/// events.
@MainActor
package final class FeedFollower {
  /// How long events are held before they are posted.
  ///
  /// Events that arrive meanwhile are posted together. Usually the response to the user's own write has
  /// been read by then; its `Event-Id` names the event that the write causes. Otherwise that write is
  /// reported like another user's, but still posted only once.
  static let settling = Duration.milliseconds(200)

  /// The maximum number of held events; with more, the server has to wait.
  static let capacity = 10_000

  /// The first and the longest pause before reconnecting.
  static let pauses = Duration.seconds(1)...Duration.seconds(30)

  private let client: EnvironmentClient
  private let bus: EventBus
  private let feed: ChangeFeed
  private let console: any Console
  private let isAsked: Bool
  private let clock: any Clock<Duration>
  private let hasFeed: @MainActor (APIEnvironment) -> Bool
  private var followed: APIEnvironment?
  private var needsSession = false
  private var task: Task<Void, Never>?
  private var subscription: Subscription?
  private var held: [FeedEvent] = []
  private var posting: Task<Void, Never>?

  /// Creates a follower; ``start()`` connects it.
  ///
  /// - Parameters:
  ///   - context: a module's context.
  ///   - feed: posts the events.
  ///   - isAsked: whether the user asked for the events and is waiting for them.
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

  /// Follows the current environment, and each one that the user switches to later.
  package func start() {
    // Switching the environment and signing in post this event.
    subscription = bus.subscribeOnMain(to: DataInvalidated.self) { [weak self] event in
      if event.resource == nil { self?.followCurrent() }
    }
    followCurrent()
  }

  /// Disconnects.
  package func stop() {
    subscription = nil
    disconnect()
  }

  private func followCurrent() {
    let environment = client.environment
    guard environment != followed || needsSession else { return }
    disconnect()
    followed = environment
    guard hasFeed(environment) else { return }
    task = Task { [weak self] in await self?.follow(environment) }
  }

  private func disconnect() {
    task?.cancel()
    posting?.cancel()
    (task, posting, followed, needsSession) = (nil, nil, nil, false)
    held = []
  }

  /// Reads the feed, and reconnects until the task is cancelled or the server refuses.
  private func follow(_ environment: APIEnvironment) async {
    let feedName = "the event feed of \(environment.name)"
    var parser: ServerSentEventParser?
    var (wasOpen, isLost, isReconnecting) = (false, false, false)
    var pause = Self.pauses.lowerBound
    while !Task.isCancelled {
      do {
        let opened: HTTPBody?
        do {
          opened = try await open(environment, after: parser?.lastID)
        } catch {
          if wasOpen || isAsked, !isLost, !Task.isCancelled {
            isLost = true
            if wasOpen, client.environment == environment, client.health?.lose() == true {
              bus.post(Unconnected())
            }
            console.notify(
              wasOpen
                ? "lost \(feedName); others' changes are shown when it is back"
                : "cannot reach \(feedName); trying again")
          }
          throw error
        }
        guard let body = opened else { return notifyOfRefusal(by: environment, feedName) }
        if isLost { console.notify("\(feedName) is back") }
        // Without an id to resume after, the events since the last connection are missing.
        if isReconnecting, parser?.lastID == nil { bus.post(DataInvalidated()) }
        (wasOpen, isLost) = (true, false)
        var next = ServerSentEventParser(resumingAfter: parser?.lastID)
        defer { parser = next }
        while let piece = try await body.next() {
          pause = Self.pauses.lowerBound
          await hold(try next.parse(piece).compactMap { FeedEvent($0) }, of: environment)
        }
      } catch  where error is ServerSentEventTooLong || (error as? APIError)?.code == .limit {
        // Another try would fail in the same way: this feed exceeds our limits.
        return
      } catch {
        // Reconnects below.
      }
      isReconnecting = true
      let wait = max(pause, min(parser?.retry ?? .zero, Self.pauses.upperBound))
      guard (try? await clock.sleep(for: wait)) != nil else { return }
      pause = min(pause * 2, Self.pauses.upperBound)
    }
  }

  private func notifyOfRefusal(by environment: APIEnvironment, _ feedName: String) {
    guard isAsked, !Task.isCancelled else { return }
    console.notify(
      needsSession
        ? "\(feedName) needs a session"
          + (client.authorizer?.signInHint.map { "; \($0)" } ?? "")
        : "\(environment.name) has no event feed, so others' changes are not shown")
  }

  /// Requests the feed.
  ///
  /// - Returns: the stream of events; nil if the server has no feed, or refuses it.
  /// - Throws: an error if a later attempt may succeed.
  private func open(_ environment: APIEnvironment, after id: String?) async throws -> HTTPBody? {
    // An absolute URL: the user may switch the environment before the request is sent.
    let version = environment.version.map { $0 + "/" } ?? ""
    var request = APIRequest(url: environment.baseURL.appending(path: version + "events"))
    request.headers["Accept"] = "text/event-stream"
    request.headers["Last-Event-ID"] = id
    request.cachePolicy = .reload
    request.retry = false
    request.isBackground = true
    let stream = try await request.stream(on: client, isEndless: true)
    switch stream.statusCode {
    case 200:
      let type = stream.headers["Content-Type"]?.lowercased() ?? ""
      return type.hasPrefix("text/event-stream") ? stream.body : nil
    case 401, 403:
      if !Task.isCancelled { needsSession = true }
      return nil
    case 429, 500, 502...599:
      throw TransportError(.unconnected, reason: "the event feed is not available")
    default: return nil
    }
  }

  private func hold(_ events: [FeedEvent], of environment: APIEnvironment) async {
    guard !events.isEmpty, !Task.isCancelled else { return }
    held += events
    if held.count >= Self.capacity { await feed.take(takeHeld(), of: environment.name) }
    guard posting == nil else { return }
    posting = Task { [weak self, clock] in
      guard (try? await clock.sleep(for: Self.settling)) != nil else { return }
      await self?.post(of: environment)
    }
  }

  private func post(of environment: APIEnvironment) async {
    posting = nil
    await feed.take(takeHeld(), of: environment.name)
    await feed.take([], of: environment.name)
  }

  private func takeHeld() -> [FeedEvent] {
    defer { held = [] }
    return held
  }
}
