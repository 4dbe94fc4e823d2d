@testable import WebAPI
import WebMessages
import SeashellTesting
import Testing

import SeashellHosting
@testable import SeashellKit

@MainActor
@Suite struct ShopFeedTests {
  private let bus = EventBus()
  private let console = RecordingConsole()
  private let client: EnvironmentClient
  private let feed: ChangeFeed
  private let recorder: EventRecorder

  init() throws {
    client = EnvironmentClient(try EnvironmentClientTests.environment("one"), events: bus) { _ in
      StubTransport(json: "{}")
    }
    feed = ChangeFeed(client: client, bus: bus, console: console)
    recorder = EventRecorder(bus)
  }

  private static func inserted(_ id: Int) -> FeedEvent {
    FeedEvent(id: String(id), DataChange(.inserted, of: "things", id: "t-\(id)"))
  }

  @Test(
    arguments: [
      (DataChange(.inserted, of: "a/b-1/c", id: "d-2"), "c d-2 of b-1 was added"),
      (DataChange(.updated, of: "a/b-1/c", id: "d-2"), "c d-2 of b-1 was changed"),
      (DataChange(.deleted, of: "a/b-1/c", id: "d-2"), "c d-2 of b-1 was deleted"),
      (DataChange(.inserted, of: "products", id: "p-1"), "product p-1 was added"),
      (DataChange(.updated, of: "products/p-1/reviews"), "reviews of p-1 was changed"),
      (DataChange(.inserted, of: "a/b", id: "c"), "a/b/c was added"),
      (DataChange(.updated, of: "a"), "a was changed"),
      (DataChange(.invalidated, of: "a", id: "b-1"), "a b-1 has changed"),
      (DataChange(.invalidated, of: "a"), "a has changed"),
      (.everything, "the data has changed"),
      (
        DataChange(.deleted, of: "a\u{1B}[2J\n", id: "\u{202E}b"),
        #"a\u{1B}[2J\n \u{202E}b was deleted"#
      ),
      (
        DataChange(.inserted, of: String(repeating: "x", count: 1_000_000)),
        String(repeating: "x", count: 199) + "… was added"
      ),
    ] as [(DataChange, String)])
  func `a change is posted and reported in one line`(change: DataChange, line: String) async {
    await look([FeedEvent(id: "1", change)])
    #expect(console.notices == ["elsewhere: \(line)"])
    let events = recorder.events
    #expect(events.count == 1)
    let event = events.first as? any DataEvent
    #expect(event?.eventName == change.kind.rawValue)
    #expect(event?.change == change && event?.environment == EnvironmentID("shop:one"))
  }

  @Test func `events that the client has posted itself are not reported`() async {
    client.announced?.insert("2")
    await look((1...3).map(Self.inserted))
    #expect(recorder.events(of: DataInserted.self).map(\.id) == ["t-1", "t-3"])
    #expect(console.notices.count == 2)
  }

  @Test func `the user's own writes without a known event are posted, but not reported`() async {
    let own = DataChange(.inserted, of: "things")
    client.ownWrites.end(client.ownWrites.begin(own), own)
    await look([Self.inserted(1), Self.inserted(2)])
    #expect(recorder.events(of: DataInserted.self).map(\.id) == ["t-1", "t-2"])
    #expect(console.notices == ["elsewhere: thing t-2 was added"])
  }

  @Test(
    arguments: [
      (DataChange(.inserted, of: "a/b-1/cs"), "the c may have been added"),
      (DataChange(.updated, of: "a/b-1/cs", id: "c-1"), "c c-1 of b-1 may have been changed"),
      (DataChange(.deleted, of: "cs", id: "c-1"), "c c-1 may have been deleted"),
      (.everything, "the data may have changed"),
    ])
  func `a cancelled write is told by its operation and resource`(change: DataChange, text: String) {
    #expect(change.possibility == text)
  }

  @Test func `a reported event is not reported again, nor posted by the client`() async {
    await look([Self.inserted(1), Self.inserted(1)])
    await look([Self.inserted(1)])
    #expect(recorder.events.count == 1)
    #expect(console.notices.count == 1)
    #expect(client.announced?.insert("1") == false)
  }

  @Test func `after a gap an event id may be used again`() async {
    await look([Self.inserted(1)])
    await look([FeedEvent(id: nil, .everything), Self.inserted(1)])
    #expect(recorder.events(of: DataInserted.self).count == 2)
    await look([FeedEvent(id: nil, DataChange(.invalidated, of: "a"))])
    await look([Self.inserted(1)])
    #expect(recorder.events(of: DataInserted.self).count == 2)
  }

  @Test func `changes of an environment that is not chosen are ignored`() async throws {
    await look([Self.inserted(1)], of: "two")
    #expect(recorder.events.isEmpty && console.notices.isEmpty)
    client.environment = try EnvironmentClientTests.environment("two")
    await look([Self.inserted(1)], of: "one")
    #expect(recorder.events.isEmpty && console.notices.isEmpty)
    await look([Self.inserted(1)], of: "two")
    #expect(console.notices == ["elsewhere: thing t-1 was added"])
  }

  @Test func `an event id of another environment's server does not count`() async throws {
    client.announced?.insert("1")
    client.environment = try EnvironmentClientTests.environment("two")
    await look([Self.inserted(1)], of: "two")
    #expect(console.notices.count == 1)
  }

  @Test func `a run of changes is posted at once, and reported at its end`() async {
    await feed.take([Self.inserted(1)], of: "one")
    await feed.take([Self.inserted(2)], of: "one")
    #expect(recorder.events.count == 2)
    #expect(console.notices.isEmpty)
    await feed.take([], of: "one")
    #expect(console.notices.count == 2)
    await feed.take([], of: "one")
    #expect(console.notices.count == 2)
  }

  @Test(arguments: [100, 101])
  func `up to 100 changes get a line each, and more share one line`(
    count: Int
  ) async {
    for id in 1...count { await feed.take([Self.inserted(id)], of: "one") }
    await feed.take([], of: "one")
    #expect(recorder.events.count == count)
    if count == 100 {
      #expect(console.notices == (1...100).map { "elsewhere: thing t-\($0) was added" })
    } else {
      #expect(console.notices == ["elsewhere: 101 changes, the last one of thing t-101"])
    }
    await look([Self.inserted(1_000)])
    #expect(console.notices.last == "elsewhere: thing t-1000 was added")
  }

  @Test(
    arguments: [
      (.everything, "the data"),
      (DataChange(.updated, of: "a\u{1B}[2J"), #"a\u{1B}[2J"#),
      (
        DataChange(.deleted, of: String(repeating: "x", count: 1_000)),
        String(repeating: "x", count: 199) + "…"
      ),
    ] as [(DataChange, String)])
  func `the last of very many changes is shown without control characters`(
    change: DataChange, name: String
  ) async {
    await look((1...100).map(Self.inserted) + [FeedEvent(id: "101", change)])
    #expect(console.notices == ["elsewhere: 101 changes, the last one of \(name)"])
  }

  @Test func `a run of changes is discarded if the user switches the environment`()
    async throws
  {
    await feed.take([Self.inserted(1)], of: "one")
    client.environment = try EnvironmentClientTests.environment("two")
    await feed.take([], of: "one")
    client.environment = try EnvironmentClientTests.environment("one")
    await feed.take([], of: "one")
    #expect(console.notices.isEmpty)
  }

  @Test func `a long run yields to other tasks, and ends if the user switches the environment`()
    async throws
  {
    let two = try EnvironmentClientTests.environment("two")
    let storm = Task { await look((1...100_000).map(Self.inserted)) }
    var (seen, longest) = (0, 0)
    while seen < 50_000 {
      await Task.yield()
      longest = max(longest, recorder.events.count - seen)
      seen = recorder.events.count
    }
    // A turn is 500 changes. The scheduler decides who runs next, so on a busy machine a few turns may pass
    // between two looks. Without turns, the first look would find all changes.
    #expect(longest < 50_000)
    client.environment = two
    let posted = recorder.events.count
    await storm.value
    #expect(recorder.events.count == posted)
    #expect(console.notices.isEmpty)
  }

  /// Delivers a complete run of changes.
  private func look(_ events: [FeedEvent], of environment: String = "one") async {
    await feed.take(events, of: environment)
    await feed.take([], of: environment)
  }
}
