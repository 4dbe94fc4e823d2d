import SeashellKit

/// Posts the changes that others make to the data on the bus, while at least one user needs them.
///
/// The changes come from other processes that use the embedded API, and from the event feed of a
/// server.
@MainActor
final class ExternalChanges {
  private let context: ModuleContext
  private let embedded: EmbeddedAPI
  private let notifies: Bool
  private var users = 0
  private var watch: Task<Void, Never>?
  private var follower: FeedFollower?

  /// Creates an idle instance.
  ///
  /// - Parameter notifies: whether the console prints a line for each change, as at a prompt.
  init(_ context: ModuleContext, embedded: EmbeddedAPI, notifies: Bool) {
    self.context = context
    self.embedded = embedded
    self.notifies = notifies
  }

  /// Starts to post changes, unless another user has already started it.
  ///
  /// - Returns: a closure that ends this use; call it once.
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
      await embedded.watch { await feed.take($0, of: APIEnvironment.embeddedName) }
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
