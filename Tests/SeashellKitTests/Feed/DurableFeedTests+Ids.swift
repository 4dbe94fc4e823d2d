import FoundationEssentials
import SeashellTesting
import TestSupport
import Testing

@testable import SeashellKit

/// The position on disk: ids that can be stored, and ids that cannot.
extension DurableFeedTests {
  @Test(arguments: ["\u{1B}", "\u{7F}", "\u{1}", "\u{C}"])
  func `an event whose id cannot be sent is not handled`(scalar: String) async throws {
    try keep("1")
    let server = ScriptedFeed()
    let worker = try worker(server)
    await server.requests(1)
    await server.connection?.say(
      Self.inserted(2...2)
        + Self.inserted(3...3).replacing("id: 3", with: "id: 3\(scalar)")
        + Self.inserted(4...4))
    await until { runs.failure != nil }
    #expect(
      runs.failure?.message
        == "the event feed of test sends an event whose id has control characters")
    #expect(runs.failure?.status == .unavailable)
    #expect(worker.posted == ["t-2"])
    #expect(kept == "2")
    // It can be started again.
    try worker.durable.open(worker.harness.context.client.environment)
    try worker.stop()
  }

  @Test func `an event id with a tab is stored, and resumed after`() async throws {
    let server = ScriptedFeed()
    let first = try worker(server)
    await server.requests(1)
    await server.connection?.say(
      Self.inserted(3...3).replacing("id: 3", with: "id: 3\t0"))
    await until { kept != nil }
    try first.stop()
    let second = try worker(server)
    await server.requests(2)
    #expect(server.requests[1].headers["Last-Event-ID"] == "3\t0")
    try second.stop()
  }

  @Test func `an event id that cannot be written is an error`() async throws {
    try keep("1")
    let server = ScriptedFeed()
    let worker = try worker(server)
    try write("test/places/test/worker.new/x", "")
    await server.requests(1)
    await server.connection?.say(Self.inserted(2...9))
    await until { runs.failure != nil }
    #expect(
      runs.failure?.message.hasPrefix("the place 'worker' cannot be kept: cannot write") == true)
    #expect(worker.posted == ["t-2"])
    #expect(kept == "1")
    try worker.stop()
  }

  @Test func `each environment has its own position in the feed`() async throws {
    try keep("1")
    try write("test/places/two/worker", "77\n")
    let server = ScriptedFeed()
    let worker = try worker(server)
    runs.isStarting = false
    await server.requests(1)
    await server.connection?.say(Self.inserted(2...2))
    await until { await server.connection?.reads == 2 }
    worker.harness.context.client.environment = try EnvironmentClientTests.environment("two")
    worker.harness.bus.post(DataInvalidated(environment: .test))
    await server.requests(2)
    #expect(kept == "2")
    #expect(server.requests[1].headers["Last-Event-ID"] == "77")
    try worker.stop()
  }
}
