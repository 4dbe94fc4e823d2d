import CoreEvents
import FoundationEssentials
import SeashellKit
import ShellCommands
import WebAPI

/// Follows the feed of an environment, and publishes its events to a stream.
///
/// Of several relays one publishes. Another one goes on when it ends, after the last event that the stream has.
@MainActor
final class FeedRelay {
  private let context: ModuleContext
  private let targets: RequestTargets
  private let streams: Streams
  private let lease: RelayLease
  private let times: RelayLease.Times
  private let report: @MainActor (String) -> Void

  /// - Parameters:
  ///   - context: the context of the environment's API.
  ///   - targets: the environment whose feed is followed.
  ///   - report: prints a line for the user.
  init(
    _ context: ModuleContext, _ targets: RequestTargets, to streams: Streams,
    _ times: RelayLease.Times = .init(), report: @escaping @MainActor (String) -> Void
  ) {
    (self.context, self.targets, self.streams) = (context, targets, streams)
    (self.times, self.report) = (times, report)
    lease = RelayLease(streams, holder: UUID().uuidString, times, report: report)
  }

  /// Publishes until the task is cancelled.
  ///
  /// Then it waits for the stream's answers to what it has sent, and lets another relay go on at once.
  ///
  /// - Throws: `CancellationError`; `ShellError` if there is no feed, or it cannot be read without missing an
  ///   event.
  func run() async throws {
    while true {
      let place = try await lease.take()
      try await publish(from: place)
      try Task.checkCancellation()
      report("stopped publishing: its place could not be written in time")
    }
  }

  /// Publishes until another relay may take over.
  private func publish(from place: RelayPlace) async throws {
    let (lease, streams) = (lease, streams)
    let publisher = RelayPublisher(
      streams, at: place, pause: times.pause, while: { lease.isHeld }, report: report)
    publisher.whenPlaced = { lease.hurry() }
    let follower = FeedFollower(
      context, feed: ChangeFeed(context, notifies: false),
      ordered: RelayFeed(streams.environment, publisher, report: report), targets: targets
    ) { _ in true }
    let result = await Self.firstResult(
      { try await lease.keep { publisher.place } },
      {
        try await publisher.readPresent(ofIDs: RelayFeed.prefix(streams.environment))
        self.report(
          "publishing" + (publisher.place.id.map { " what comes after event \($0)" } ?? ""))
        follower.start()
        try await publisher.run()
      })
    follower.stop()
    // A cancelled task gets no answers.
    await Task {
      await publisher.settle()
      await lease.giveBack(publisher.place)
    }.value
    try result.get()
  }

  /// Runs two bodies until one of them ends, and cancels the other.
  private static func firstResult(
    _ first: @escaping @MainActor () async throws -> Void,
    _ second: @escaping @MainActor () async throws -> Void
  ) async -> Result<Void, any Error> {
    let tasks = [first, second].map { body in Task { try await body() } }
    func cancel() { for task in tasks { task.cancel() } }
    return await withTaskCancellationHandler {
      let ends = Mailbox<Result<Void, any Error>>(capacity: 2)
      for task in tasks { Task { ends.offer(await task.result) } }
      let end = await ends.nextBatch()
      cancel()
      for task in tasks { _ = await task.result }
      return end?.events.first ?? .failure(CancellationError())
    } onCancel: {
      for task in tasks { task.cancel() }
    }
  }
}
