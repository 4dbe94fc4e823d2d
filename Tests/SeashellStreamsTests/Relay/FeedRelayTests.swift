import CoreEvents
import SeashellKit
import SeashellTesting
import StreamServer
import TestSupport
import Testing
import ShellOutput
import WebAPI

@testable import SeashellStreams

/// A feed in a stream: in order, each event once, over restarts of everything.
@MainActor
@Suite(.enabled(if: StreamServer.isThere, "nats-server is not here"))
struct FeedRelayTests {
  @Test func `events are published in their order, with their ids`() async throws {
    let bench = try await RelayBench()
    bench.feed.add(3)
    let relay = try await bench.relay()
    // The feed tells where it begins.
    await until { (try? await bench.record())??.place.id == "3" }
    bench.feed.add(2_000)
    await until { await bench.count() == 2_000 }
    #expect(try await bench.ids() == bench.ids(4...2_003))
    await relay.end()
    #expect(relay.error is CancellationError)
    let record = try #require(try await bench.record())
    #expect(record.holder == nil)
    #expect(record.place == RelayPlace(id: "2003", sequence: 2_000))
    #expect(relay.lines.first == "publishing")
  }

  @Test func `an event of a long id has one that workers take, and is published once`() async throws
  {
    let bench = try await RelayBench()
    bench.feed.lead = String(repeating: "é", count: 200)
    let first = try await bench.relay()
    await until { (try? await bench.record())??.place.id != nil }
    bench.feed.add(2)
    await until { await bench.count() == 2 }
    await first.end()
    // As if it had been killed before it wrote its place.
    var record = try #require(try await bench.record())
    record.place = RelayPlace(id: bench.feed.lead + "1", sequence: 1)
    try await bench.streams.state.publish(bench.streams.subjects.relay, record.data)
    let second = try await bench.relay()
    bench.feed.add(1)
    await until { await bench.count() == 3 }
    await second.end()
    let ids = try await bench.ids()
    #expect(Set(ids).count == 3 && ids.allSatisfy { $0.contains("/sha256/") })
    let message = try await bench.streams.events.message(.sequence(3))
    #expect(message.flatMap { message in EventMessage(data: message.data) { message[$0] } } != nil)
  }

  @Test func `a relay goes on where the last one ended, and publishes nothing twice`() async throws
  {
    let bench = try await RelayBench()
    let first = try await bench.relay()
    await until { (try? await bench.record())??.place.id == "0" }
    bench.feed.add(10)
    await until { await bench.count() == 10 }
    await first.end()
    // As if it had been killed before it wrote its place, and the stream had forgotten the ids.
    var record = try #require(try await bench.record())
    record.place = RelayPlace(id: "4", sequence: 4)
    try await bench.streams.state.publish(bench.streams.subjects.relay, record.data)
    bench.feed.add(5)
    let second = try await bench.relay()
    await until { await bench.count() == 15 }
    #expect(try await bench.ids() == bench.ids(1...15))
    #expect(bench.feed.requests.last == "10")
    #expect(second.lines.first == "publishing what comes after event 10")
    await second.end()
  }

  @Test
  func
    `a relay goes on after the last message of another one, and leaves out what shells have shared`()
    async throws
  {
    let bench = try await RelayBench()
    let first = try await bench.relay()
    await until { (try? await bench.record())??.place.id == "0" }
    bench.feed.add(3)
    await until { await bench.count() == 3 }
    await first.end()
    // Killed before it wrote its place; and shells have published two events that the feed has not reached yet.
    var record = try #require(try await bench.record())
    record.place = RelayPlace(id: "0", sequence: 0)
    try await bench.streams.state.publish(bench.streams.subjects.relay, record.data)
    for id in bench.ids(5...6) {
      var message = EventMessage(
        id: id, DynamicEvent(eventName: "api.data.inserted", payload: ["resource": "things"]))
      message.source = "a shell"
      try await bench.streams.events.publish(
        message.subject(in: bench.streams.environment), message.data, fields: message.fields)
    }
    // Its server keeps nothing before the last message.
    bench.feed.forget()
    bench.feed.add(4)
    let second = try await bench.relay()
    await until { await bench.count() == 7 }
    await until { (try? await bench.record())??.place.id == "7" }
    #expect(
      try await bench.ids(by: EventMessage.Field.id)
        == bench.ids(1...3) + bench.ids(5...6) + bench.ids(4...4) + bench.ids(7...7))
    #expect(second.lines.first == "publishing what comes after event 3")
    await second.end()
  }

  @Test func `a copy for workers does not count as the feed's event`() async throws {
    let bench = try await RelayBench()
    var record = RelayRecord()
    record.place = RelayPlace(id: "0", sequence: 0)
    try await bench.streams.state.publish(bench.streams.subjects.relay, record.data)
    var copy = EventMessage(
      id: bench.ids(2...2)[0],
      DynamicEvent(eventName: "api.data.inserted", payload: ["resource": "things"]))
    copy.worker = "mail"
    try await bench.streams.events.publish(
      copy.subject(in: bench.streams.environment), copy.data, fields: copy.fields, id: "copy")
    bench.feed.add(3)
    let relay = try await bench.relay()
    await until { await bench.count() == 4 }
    #expect(try await bench.ids() == ["copy"] + bench.ids(1...3))
    await relay.end()
  }

  @Test func `a relay takes over when the one that publishes is gone`() async throws {
    let bench = try await RelayBench()
    let first = try await bench.relay()
    await until { (try? await bench.record())??.place.id == "0" }
    let second = try await bench.relay()
    await until { !second.lines.isEmpty }
    #expect(second.lines[0].hasPrefix("standing by: another relay publishes the events of"))
    bench.feed.add(10)
    await until { await bench.count() == 10 }
    await first.end()
    await until { second.lines.contains { $0.hasPrefix("publishing") } }
    bench.feed.add(10)
    await until { await bench.count() == 20 }
    #expect(try await bench.ids() == bench.ids(1...20))
    await second.end()
  }

  @Test func `a relay takes over from one that was killed`() async throws {
    let bench = try await RelayBench()
    var record = RelayRecord()
    record.holder = "killed"
    record.place = RelayPlace(id: "2", sequence: 0)
    try await bench.streams.state.publish(bench.streams.subjects.relay, record.data)
    bench.feed.add(5)
    let begin = ContinuousClock.now
    let relay = try await bench.relay()
    await until { await bench.count() == 3 }
    #expect(ContinuousClock.now - begin >= bench.times.patience)
    #expect(try await bench.ids() == bench.ids(3...5))
    await relay.end()
  }

  @Test func `a relay that loses its lease publishes no more`() async throws {
    let bench = try await RelayBench()
    let relay = try await bench.relay()
    await until { (try? await bench.record())??.place.id == "0" }
    var record = try #require(try await bench.record())
    record.holder = "other"
    // The other one lives.
    let living = Task {
      while !Task.isCancelled {
        record.count += 1
        _ = try? await bench.streams.state.publish(bench.streams.subjects.relay, record.data)
      }
    }
    await until { relay.lines.contains { $0.hasPrefix("standing by") } }
    bench.feed.add(5)
    #expect(await bench.count() == 0)
    living.cancel()
    await until { await bench.count() == 5 }
    #expect(try await bench.ids() == bench.ids(1...5))
    await relay.end()
  }

  @Test func `it goes on after the server of the stream was killed`() async throws {
    let bench = try await RelayBench()
    let relay = try await bench.relay()
    await until { (try? await bench.record())??.place.id == "0" }
    for round in 1...3 {
      bench.feed.add(1_000)
      await until { await (bench.count() ?? 0) > 1_000 * (round - 1) }
      bench.server.kill()
      bench.feed.add(1_000)
      try bench.server.start()
      await until { await bench.count() == 2_000 * round }
    }
    #expect(try await bench.ids() == bench.ids(1...6_000))
    await relay.end()
  }

  @Test func `it goes on after the feed was lost`() async throws {
    let bench = try await RelayBench()
    let relay = try await bench.relay()
    await until { (try? await bench.record())??.place.id == "0" }
    bench.feed.add(5)
    await until { await bench.count() == 5 }
    bench.feed.cut()
    bench.feed.add(5)
    await until { await bench.count() == 10 }
    #expect(try await bench.ids() == bench.ids(1...10))
    await relay.end()
  }

  @Test func `events that the feed has forgotten are an event, too`() async throws {
    let bench = try await RelayBench()
    let first = try await bench.relay()
    await until { (try? await bench.record())??.place.id == "0" }
    bench.feed.add(5)
    await until { await bench.count() == 5 }
    await first.end()
    bench.feed.add(5)
    bench.feed.forget()
    let second = try await bench.relay()
    await until { (try? await bench.record())??.place.id == "10" }
    bench.feed.add(1)
    await until { await bench.count() == 7 }
    let name = bench.streams.environment
    #expect(
      try await bench.ids() == bench.ids(1...5) + ["\(name)/gap/5"] + bench.ids(11...11))
    let message = try #require(try await bench.streams.events.message(.sequence(6)))
    #expect(
      String(decoding: message.data, as: UTF8.self)
        == #"{"environment":"\#(name)","missing":{"reason":"the server no longer has them","after":"5"}}"#
    )
    #expect(
      second.lines.contains("events after 5 may be missing: the server no longer has them"))
    await until { (try? await bench.record())??.place.gap?.sequence == 6 }
    await second.end()
  }

  @Test func `a server that begins again with its ids loses no event`() async throws {
    let bench = try await RelayBench()
    let relay = try await bench.relay()
    await until { (try? await bench.record())??.place.id == "0" }
    bench.feed.add(5)
    await until { await bench.count() == 5 }
    bench.feed.restart()
    await until { await bench.count() == 6 }
    bench.feed.add(3)
    await until { await bench.count() == 9 }
    #expect(try await bench.ids().suffix(3) == bench.ids(1...3).map { $0 + "/6" })
    await relay.end()
  }

  @Test func `a full stream is reported, and nothing is lost`() async throws {
    let bench = try await RelayBench(limit: 10)
    let relay = try await bench.relay()
    await until { (try? await bench.record())??.place.id == "0" }
    bench.feed.add(15)
    await until { relay.lines.contains { $0.hasPrefix("maximum messages exceeded") } }
    #expect(relay.lines.contains { $0.hasSuffix("; trying again") })
    for sequence in 1...5 { try await bench.streams.events.remove(sequence) }
    await until { relay.lines.last == "the streams are back" }
    await until { (try? await bench.streams.events.info().lastSequence) == 15 }
    #expect(try await bench.ids() == bench.ids(6...15))
    await relay.end()
  }

  @Test func `a stream that was deleted is reported, and used when it is back`() async throws {
    let bench = try await RelayBench()
    let relay = try await bench.relay()
    await until { (try? await bench.record())??.place.id == "0" }
    bench.feed.add(5)
    await until { await bench.count() == 5 }
    _ = try await bench.streams.events.ask("STREAM.DELETE.\(bench.streams.events.name)")
    bench.feed.add(5)
    await until { relay.lines.count > 1 }
    #expect(relay.lines[1].hasPrefix("no stream of the server takes 'seashell."))
    try await bench.create()
    await until { await bench.count() == 5 }
    #expect(try await bench.ids() == bench.ids(6...10))
    await relay.end()
  }

  @Test func `other messages between them disturb nothing`() async throws {
    let bench = try await RelayBench()
    let relay = try await bench.relay()
    await until { (try? await bench.record())??.place.id == "0" }
    let others = Task {
      var count = 0
      while !Task.isCancelled {
        try await bench.streams.events.publish(
          bench.streams.subjects.subject(of: "a.b", resource: nil, id: nil), [])
        count += 1
      }
      return count
    }
    bench.feed.add(1_000)
    await until { (try? await bench.record())??.place.id == "1000" }
    others.cancel()
    _ = await others.result
    #expect(try await bench.ids().filter { $0 != "" } == bench.ids(1...1_000))
    await relay.end()
  }

  @Test func `a damaged place ends it`() async throws {
    let bench = try await RelayBench()
    try await bench.streams.state.publish(bench.streams.subjects.relay, Array("x".utf8))
    let relay = try await bench.relay()
    await until { relay.hasEnded }
    let subject = bench.streams.subjects.relay
    #expect(
      relay.error as? ShellError
        == ShellError(
          .failed, "the relay's place, the message of '\(subject)', is damaged",
          hint: "remove it to begin with new events"))
  }

  @Test(arguments: [
    (404, "test has no event feed, which 'events relay' needs"),
    (401, "the event feed of test needs a session"),
  ])
  func `a server without a feed, or one for others, ends it`(status: Int, message: String)
    async throws
  {
    let bench = try await RelayBench()
    let relay = try RelayBench.Relay(
      StubTransport { _ in HTTPResponse(status: status) }, bench.streams, bench.times)
    await until { relay.hasEnded }
    #expect((relay.error as? ShellError)?.message == message)
    #expect(try await bench.record()?.holder == nil)
  }
}
