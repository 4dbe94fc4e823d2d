import SeashellKit
@testable import SeashellTesting
import ShellCommands
import StreamServer
import TestSupport
import WebAPI

@testable import SeashellStreams

/// Relays of one feed to the streams of a real server.
@MainActor
final class RelayBench {
  /// A relay as another process would have it: with a shell and a connection of its own.
  @MainActor
  final class Relay {
    let harness: ShellHarness
    private(set) var lines: [String] = []
    private(set) var error: (any Error)?
    private(set) var hasEnded = false
    private var task: Task<Void, Never>?

    init(_ feed: any Transport, _ streams: Streams, _ times: RelayLease.Times) throws {
      harness = try ShellHarness(feed, clock: InstantClock())
      let client = harness.context.client
      let targets = RequestTargets(api: client.api, targets: [client.api: client.connection])
      let relay = FeedRelay(harness.context, targets, to: streams, times) { [weak self] in
        self?.lines.append($0)
      }
      task = Task { [weak self] in
        do { try await relay.run() } catch { self?.error = error }
        self?.hasEnded = true
      }
    }

    /// Ends it as a signal does.
    func end() async {
      task?.cancel()
      await task?.value
    }
  }

  let server: StreamServer
  let feed = NumberedFeed()
  let streams: Streams
  var times = RelayLease.Times(
    interval: .milliseconds(60), pause: .milliseconds(20), validity: .seconds(6 * Patience.factor),
    patience: .seconds(8 * Patience.factor))
  private let environment: EnvironmentID

  init(limit: Int? = nil) async throws {
    server = try StreamServer()
    environment = try ShellHarness(feed).context.client.environmentID
    streams = try await Self.streams(server.url, environment)
    try await create(limit: limit)
  }

  func create(limit: Int? = nil) async throws {
    if let limit {
      let events = streams.events
      let full: JSONValue = [
        "name": .string(events.name), "subjects": [.string(streams.subjects.all)],
        "max_msgs": .integer(limit), "discard": "new",
      ]
      _ = try await events.connection.request(
        "$JS.API.STREAM.CREATE.\(events.name)", full.jsonBytes)
    } else {
      try await streams.events.create(.init(subjects: [streams.subjects.all]))
    }
    var kept = JetStream.Configuration(subjects: ["seashell-state.>"])
    kept.maximumPerSubject = 1
    do {
      try await streams.state.create(kept)
    } catch let error as StreamError where error.code == .conflict {}
  }

  func relay() async throws -> Relay {
    try Relay(feed, try await Self.streams(server.url, environment), times)
  }

  /// The ids of the messages in their order.
  func ids(by field: String = "Nats-Msg-Id") async throws -> [String] {
    var (ids, next) = ([String](), 1)
    while let message = try await streams.events.message(
      .next(next, subject: streams.subjects.all))
    {
      ids.append(message[field] ?? "")
      next = message.sequence + 1
    }
    return ids
  }

  /// The ids of events.
  func ids(_ numbers: ClosedRange<Int>) -> [String] { numbers.map { "\(environment)/\($0)" } }

  /// The number of messages; nil while it cannot be asked.
  func count() async -> Int? { try? await streams.events.info().messages }

  func record() async throws -> RelayRecord? {
    try await streams.state.message(.last(subject: streams.subjects.relay))
      .map { try RelayRecord($0) }
  }

  private static func streams(
    _ url: String, _ environment: EnvironmentID
  ) async throws -> Streams {
    let end = ContinuousClock.now + Patience.bound
    while true {
      do {
        return Streams(
          environment, try await StreamConnection.open(.init(url, name: "test")) { _ in },
          named: "S")
      } catch let error as StreamError where [.unreachable, .lost].contains(error.code) {
        if ContinuousClock.now > end { throw error }
      }
    }
  }
}
