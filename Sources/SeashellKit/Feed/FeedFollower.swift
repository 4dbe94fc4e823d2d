import CoreEvents
import FoundationEssentials
package import ShellCommands
import ShellOutput
import WebAPI
import WebMessages

/// Follows the event feed of the current environment, if its server has one.
///
/// After a lost connection it reconnects, with growing pauses, and resumes after the last event received.
/// If the first attempt to reconnect fails, the user gets a notice, and another one when the feed is back.
/// If the server requires a session, it tries again after the user has signed in. A missing feed, or a
/// server that cannot be reached at first, is reported only if the user asked for the events.
@MainActor
package final class FeedFollower {
  /// The first and the longest pause before reconnecting.
  static let pauses = Duration.seconds(1)...Duration.seconds(30)

  private let client: EnvironmentClient
  private let bus: EventBus
  private let buffer: FeedBuffer
  private let ordered: (any OrderedFeed)?
  private let console: any Console
  private let isAsked: Bool
  private let clock: any Clock<Duration>
  private let hasFeed: @MainActor (APIEnvironment) -> Bool
  private let targets: RequestTargets?
  /// Receives whether there is a feed, true also as long as that is not known; returns true to keep a missing
  /// one from being reported to the user.
  package var whenKnown: @MainActor (_ hasFeed: Bool) -> Bool = { _ in false }
  private var followed: APIEnvironment?
  private var needsSession = false
  private var task: Task<Void, Never>?
  private var subscription: Subscription?

  /// Creates a follower; ``start()`` connects it.
  ///
  /// - Parameters:
  ///   - context: a module's context.
  ///   - feed: posts the events.
  ///   - ordered: handles the events in their order in place of `feed`; nil if events may be missed.
  ///   - isAsked: whether the user asked for the events and waits for them.
  ///   - targets: the environment to follow; nil for the one that the user has chosen.
  ///   - hasFeed: whether an environment may have a server with a feed.
  package init(
    _ context: ModuleContext, feed: ChangeFeed, ordered: (any OrderedFeed)? = nil,
    isAsked: Bool = false,
    targets: RequestTargets? = nil,
    hasFeed: @escaping @MainActor (APIEnvironment) -> Bool
  ) {
    client = context.client
    bus = context.bus
    clock = context.clock
    console = context.console
    buffer = FeedBuffer(feed: feed, clock: context.clock)
    self.ordered = ordered
    self.isAsked = isAsked || ordered != nil
    self.hasFeed = hasFeed
    self.targets = targets
  }

  /// Follows the environment of the targets; without targets, it follows the current environment, also
  /// after each switch.
  package func start() {
    // Both a switch of the environment and signing in post this event.
    subscription = bus.subscribeOnMain(to: DataInvalidated.self) { [weak self] event in
      if event.resource == nil { self?.followCurrent() }
    }
    followCurrent()
  }

  package func stop() {
    subscription = nil
    disconnect()
  }

  private func followCurrent() {
    RequestTargets.$bound.withValue(targets) { follow() }
  }

  private func follow() {
    let environment = client.environment
    guard environment != followed || needsSession else { return }
    disconnect()
    followed = environment
    do {
      try ordered?.open(environment)
    } catch {
      return fail(error)
    }
    guard hasFeed(environment) else {
      _ = whenKnown(true)
      return
    }
    task = Task { [weak self] in await self?.follow(environment) }
  }

  private func disconnect() {
    task?.cancel()
    (task, followed, needsSession) = (nil, nil, false)
    buffer.clear()
  }

  /// Ends an ordered feed, which would miss events from now on.
  private func fail(_ error: any Error) {
    guard let ordered else { return }
    stop()
    ordered.fail(error)
  }

  /// Reports a failure, unless this task was replaced by another one.
  private func failUnlessCancelled(_ error: any Error) {
    if !Task.isCancelled { fail(error) }
  }

  /// Reads the feed, and reconnects until the task is cancelled or the server refuses.
  private func follow(_ environment: APIEnvironment) async {
    let feedName = "the event feed of \(environment.name)"
    var parser = ServerSentEventParser(resumingAfter: ordered?.lastID)
    var (wasOpen, isLost, isReconnecting) = (false, false, false)
    var pause = Self.pauses.lowerBound
    while !Task.isCancelled {
      do {
        let opened: HTTPBody?
        do {
          opened = try await open(environment, after: parser.resumableID)
          if opened != nil, !Task.isCancelled { _ = whenKnown(true) }
        } catch {
          if !Task.isCancelled { _ = whenKnown(true) }
          if wasOpen || isAsked, !isLost, !Task.isCancelled {
            isLost = true
            if wasOpen, client.environment == environment, client.health?.lose() == true {
              bus.post(
                Unconnected(environment: client.environmentID, method: .get, path: "events"))
            }
            console.notify(loss(of: feedName, wasOpen: wasOpen))
          }
          throw error
        }
        guard let body = opened else { return refuse(environment, feedName) }
        if isLost { console.notify("\(feedName) is back") }
        // Without an id to resume after, the events since the last connection are missing.
        if isReconnecting, parser.resumableID == nil {
          if wasOpen { ordered?.reportGap("\(feedName) has no ids to resume after") }
          bus.post(DataInvalidated(environment: client.environmentID(of: environment)))
        }
        if client.environment == environment, client.health?.regain() == true {
          bus.post(Reconnected(environment: client.environmentID))
        }
        (wasOpen, isLost) = (true, false)
        parser = ServerSentEventParser(resumingAfter: parser.lastID)
        while let piece = try await body.next() {
          pause = Self.pauses.lowerBound
          try await take(piece, &parser, of: environment)
        }
      } catch  where error is ServerSentEventTooLong || (error as? APIError)?.code == .limit {
        // Another attempt would fail in the same way, since the feed exceeds our limits.
        return failUnlessCancelled(
          ShellError(.limit, "\(feedName) sends an event that is too long"))
      } catch let error as ShellError {
        return failUnlessCancelled(error)
      } catch is DurableFeed.Ended {
        return
      } catch {
        // The loop reconnects below.
      }
      isReconnecting = true
      let wait = max(pause, min(parser.retry ?? .zero, Self.pauses.upperBound))
      guard (try? await clock.sleep(for: wait)) != nil else { return }
      pause = min(pause * 2, Self.pauses.upperBound)
    }
  }

  private func take(
    _ piece: Data, _ parser: inout ServerSentEventParser, of environment: APIEnvironment
  ) async throws {
    if let ordered {
      try await ordered.take(piece, &parser)
    } else {
      await buffer.hold(
        try parser.parse(piece).compactMap { FeedEvent($0) }, of: environment.name)
    }
  }

  private func loss(of feedName: String, wasOpen: Bool) -> String {
    guard wasOpen else { return "cannot reach \(feedName); trying again" }
    return ordered == nil
      ? "lost \(feedName); others' changes are shown when it is back"
      : "lost \(feedName); trying again"
  }

  private func refuse(_ environment: APIEnvironment, _ feedName: String) {
    guard !Task.isCancelled else { return }
    let isTold = whenKnown(needsSession)
    guard isAsked else { return }
    guard needsSession else {
      if let ordered {
        return failUnlessCancelled(
          ShellError(
            .failed, "\(environment.name) has no event feed, which \(ordered.purpose) needs"))
      }
      if isTold { return }
      return console.notify(
        "\(environment.name) has no event feed, so others' changes are not shown")
    }
    let (message, hint) = ("\(feedName) needs a session", client.authorizer?.signInHint)
    guard ordered?.waitsForSession ?? true else {
      return failUnlessCancelled(ShellError(.unauthorized, message, hint: hint))
    }
    console.notify(message + (hint.map { "; \($0)" } ?? ""))
  }

  /// Requests the feed; nil if the server has none or denies access.
  ///
  /// Throws if a later attempt may succeed.
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
}
