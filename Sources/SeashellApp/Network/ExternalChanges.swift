import SeashellKit

/// Posts an event for each change that others make to the data, while at least one caller follows.
///
/// The changes come from other processes that use the embedded API, and from a server's event feed.
@MainActor
final class ExternalChanges {
  private let context: ModuleContext
  private let embedded: EmbeddedAPI?
  private let notifies: Bool
  private var followers = 0
  private var watch: Task<Void, Never>?
  private var follower: FeedFollower?

  /// - Parameter notifies: whether the console prints a line for each change, as at a prompt.
  init(_ context: ModuleContext, embedded: EmbeddedAPI?, notifies: Bool) {
    self.context = context
    self.embedded = embedded
    self.notifies = notifies
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

  private func start() {
    let feed = ChangeFeed(context, notifies: notifies)
    watch = embedded.map { embedded in
      Task { await embedded.watch { await feed.take($0, of: APIEnvironment.embeddedName) } }
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
