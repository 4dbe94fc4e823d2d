import SeashellKit
import ShopBackend

/// Brings what others do to the data onto the bus, for as long as anything wants it.
@MainActor
final class OthersFeed {
  private let context: ModuleContext
  private let embedded: EmbeddedTransport
  private let notifies: Bool
  private var users = 0
  private var watch: Task<Void, Never>?
  private var follower: FeedFollower?

  /// Makes a feed that does nothing before something wants it.
  ///
  /// - Parameter notifies: whether the user is told of each change, as at a prompt.
  init(_ context: ModuleContext, embedded: EmbeddedTransport, notifies: Bool) {
    self.context = context
    self.embedded = embedded
    self.notifies = notifies
  }

  /// Begins to follow, unless something else does already.
  ///
  /// - Returns: what ends it, to be called once.
  func follow() -> @MainActor () -> Void {
    users += 1
    if users == 1 { start() }
    return {
      self.users -= 1
      if self.users == 0 { self.stop() }
    }
  }

  private func start() {
    let feed = ChangeFeed(context, notifies: notifies)
    watch = Task { [embedded] in
      await embedded.watch { changes in
        await feed.take(changes.compactMap(FeedEvent.init), of: Configuration.embedded)
      }
    }
    let follower = FeedFollower(context, feed: feed, isAsked: !notifies) { !$0.isEmbedded }
    follower.start()
    self.follower = follower
  }

  private func stop() {
    watch?.cancel()
    follower?.stop()
    (watch, follower) = (nil, nil)
  }
}

extension FeedEvent {
  fileprivate init?(_ change: ShopChange) {
    self.init(
      id: change.eventID, name: change.kind.rawValue, resource: change.resource, item: change.item)
  }
}
