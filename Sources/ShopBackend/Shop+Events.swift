import CoreLoop
import CoreSystem
import WebMessages

extension Shop {
  /// The time between two polls for changes by other processes.
  private static let feedInterval = Duration.milliseconds(250)

  /// The maximum number of batches that ``watch(every:clock:_:)`` reads in one poll.
  private static let maximumBatches = 1_000

  /// Ends all event streams; no others can begin later.
  nonisolated package func endEventStreams() {
    eventStreams.end()
  }

  func readFeed(from cursor: EventCursor) -> (text: EventText, next: EventCursor) {
    feed.read(from: cursor)
  }

  /// Starts polling the database, until there are no event streams.
  func pollFeedIfNeeded() {
    guard feedPolling == nil, !eventStreams.isEmpty else { return }
    feedPolling = Task { [weak self, feedClock] in
      while (try? await feedClock.sleep(for: Self.feedInterval)) != nil {
        guard await self?.pollFeed() == true else { return }
      }
    }
  }

  private func pollFeed() -> Bool {
    guard feed.poll() else {
      feedPolling = nil
      return false
    }
    return true
  }

  /// Reports later changes by other connections, until the task is cancelled.
  ///
  /// These are all other connections to the database, in any process. If the file is missing, busy or
  /// damaged, the next change tries again. If it was replaced, everything may have changed.
  ///
  /// - Parameters:
  ///   - start: where the watch has begun; nil to begin at the first reading. If the file could not be read then,
  ///     everything may have changed.
  ///   - interval: the time from a change of the file to reading it.
  ///   - clock: measures the time.
  ///   - report: receives a poll's changes in batches, then an empty batch. It may be slow, since requests
  ///     do not wait for it.
  func watch(
    from start: WatchStart?, every interval: Duration, clock: any Clock<Duration>,
    _ report: @Sendable ([FeedEvent]) async -> Void
  ) async {
    var fileChanges = DatabaseChanges(path)
    var reader = start.map { ChangeReader(path: path, from: $0) } ?? ChangeReader(path: path)
    repeat {
      var hasReported = false
      if reader.isUnreadable, storage?.isCreated == true {
        // It could not be read since this shop was creating it: nothing of others is missing.
        reader = ChangeReader(path: path, after: 0)
      }
      for _ in 0..<Self.maximumBatches {
        let changes = reader.next()
        guard !changes.isEmpty, !Task.isCancelled else { break }
        closeIfReplaced()
        let others = changes.filter { change in
          change.id.map { !ownEvents.contains($0) } ?? true
        }
        guard !others.isEmpty else { continue }
        hasReported = true
        await report(others)
      }
      if hasReported, !Task.isCancelled { await report([]) }
      if reader.isUnreadable {
        // The change that locked the file may be its last, so that nothing would end a wait for the next one.
        guard (try? await clock.sleep(for: interval)) != nil else { return }
      } else {
        guard (try? await fileChanges.wait(interval, clock)) != nil else { return }
      }
    } while true
  }
}

/// Waits for changes of the database's file; needs no timer, unless the file's folder is missing.
private struct DatabaseChanges: ~Copyable {
  private let path: String
  private var changes: FileChanges?

  init(_ path: String) {
    self.path = path
    changes = FileChanges(of: path)
  }

  /// Waits for a change since the last call, and then for some time, since the file changes several
  /// times in one transaction.
  ///
  /// A change after the return ends the next wait.
  mutating func wait(_ interval: Duration, _ clock: any Clock<Duration>) async throws {
    if changes == nil {
      changes = FileChanges(of: path)
    } else {
      try await changes?.wait()
    }
    try await clock.sleep(for: interval)
  }
}
