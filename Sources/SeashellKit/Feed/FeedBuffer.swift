import WebMessages

/// Holds the events of a feed briefly, and posts them together.
///
/// By then the response to the user's own write has usually been read, and its `Event-Id` names the event
/// that the write causes. Otherwise ``WebAPI/OwnWrites`` recognizes it.
@MainActor
final class FeedBuffer {
  static let settling = Duration.milliseconds(200)

  /// The maximum number of held events; beyond it, the server has to wait.
  static let capacity = 10_000

  private let feed: ChangeFeed
  private let clock: any Clock<Duration>
  private var held: [FeedEvent] = []
  private var posting: Task<Void, Never>?

  init(feed: ChangeFeed, clock: any Clock<Duration>) {
    self.feed = feed
    self.clock = clock
  }

  /// Adds events of an environment, and waits if there are too many.
  func hold(_ events: [FeedEvent], of environment: String) async {
    guard !events.isEmpty, !Task.isCancelled else { return }
    held += events
    if held.count >= Self.capacity { await feed.take(takeHeld(), of: environment) }
    guard posting == nil else { return }
    posting = Task { [weak self, clock] in
      guard (try? await clock.sleep(for: Self.settling)) != nil else { return }
      await self?.post(of: environment)
    }
  }

  func clear() {
    posting?.cancel()
    posting = nil
    held = []
  }

  private func post(of environment: String) async {
    posting = nil
    await feed.take(takeHeld(), of: environment)
    await feed.take([], of: environment)
  }

  private func takeHeld() -> [FeedEvent] {
    defer { held = [] }
    return held
  }
}
