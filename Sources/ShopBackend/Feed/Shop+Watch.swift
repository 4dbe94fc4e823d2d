import WebMessages

extension Shop {
  /// How many batches a look reads at most, so that one ends even where others write without end.
  private static let longestLook = 1_000

  /// Tells what others do to the shop, until the task is cancelled.
  ///
  /// Others are those who have the file open besides this shop. What happened before is not told, and
  /// neither is what this shop has done itself. A file that is missing, busy or damaged is looked at
  /// again the next time; one that has taken another's place is told of as a change of everything.
  ///
  /// - Parameters:
  ///   - interval: the time between two looks.
  ///   - clock: what it goes by.
  ///   - take: is given what a look finds in batches, in their order, and then an empty one; the
  ///     next batch waits for it, others' requests do not.
  package func watch(
    every interval: Duration, clock: any Clock<Duration>,
    _ take: @Sendable ([ShopChange]) async -> Void
  ) async {
    var watch = ShopWatch(path: path)
    repeat {
      var isTold = false
      for _ in 0..<Self.longestLook {
        let events = watch.next()
        guard !events.isEmpty, !Task.isCancelled else { break }
        closeIfReplaced()
        let others = events.filter { event in event.eventID.map { !ownEvents.contains($0) } ?? true
        }
        guard !others.isEmpty else { continue }
        isTold = true
        await take(others)
      }
      if isTold, !Task.isCancelled { await take([]) }
    } while (try? await clock.sleep(for: interval)) != nil
  }
}
