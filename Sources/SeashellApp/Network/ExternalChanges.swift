import SeashellKit
import ShellRuntime

/// Posts an event for each change that others make to the data, while at least one caller follows.
///
/// The changes come from other processes that use the embedded API, and from a server's event feed. As
/// long as a caller follows durably, they come from the feed alone, also from the one of the embedded
/// API, and their events are posted one by one, for all callers.
@MainActor
final class ExternalChanges {
  private let context: ModuleContext
  private let embedded: EmbeddedAPI?
  private let notifies: Bool
  private var followers = 0
  private var watch: Task<Void, Never>?
  private var follower: FeedFollower?
  private let probe: ReturnProbe
  private var durable: DurableFeed?

  /// - Parameter notifies: whether the console prints a line for each change, as at a prompt.
  init(_ context: ModuleContext, embedded: EmbeddedAPI?, notifies: Bool) {
    self.context = context
    self.embedded = embedded
    self.notifies = notifies
    probe = ReturnProbe(context.offline, context.bus)
  }

  /// Posts changes until the caller, and all others, have stopped following.
  ///
  /// - Returns: a closure that stops following; call it once.
  func follow() -> @MainActor () -> Void {
    followers += 1
    if followers == 1 { start() }
    return {
      self.followers -= 1
      if self.followers == 0 { self.stop() }
    }
  }

  /// Posts the changes one by one and keeps the place on disk, until the caller has stopped following.
  ///
  /// Only one caller can follow durably.
  ///
  /// - Returns: a closure that stops following; call it once.
  /// - Throws: ``ShellError`` if the place cannot be used.
  func follow(_ request: DurableFollowing) throws -> @MainActor () -> Void {
    let durable = DurableFeed(
      context, feed: ChangeFeed(context, notifies: notifies), name: request.name,
      settle: request.settle, fail: request.fail)
    try durable.open(context.client.environment)
    if followers > 0 { stop() }
    (self.durable, followers) = (durable, followers + 1)
    start()
    return {
      self.stop()
      (self.durable, self.followers) = (nil, self.followers - 1)
      if self.followers > 0 { self.start() }
      do { try durable.close() } catch { request.fail(ShellError(error)) }
    }
  }

  private func start() {
    let feed = ChangeFeed(context, notifies: notifies)
    let isDurable = durable != nil
    if !isDurable, let embedded {
      watch = Task { await embedded.watch { await feed.take($0, of: APIEnvironment.embeddedName) } }
    }
    let follower = FeedFollower(context, feed: feed, durable: durable, isAsked: !notifies) {
      isDurable || !$0.isEmbedded
    }
    self.follower = follower
    follower.start()
    probe.start()
  }

  private func stop() {
    watch?.cancel()
    follower?.stop()
    probe.stop()
    (watch, follower) = (nil, nil)
  }
}
