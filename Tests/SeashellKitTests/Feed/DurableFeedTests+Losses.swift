import FoundationEssentials
import SeashellTesting
import TestSupport
import Testing

@testable import SeashellKit

/// Servers that are lost, or that have no feed to follow.
extension DurableFeedTests {
  @Test func `a lost server is reported, and the feed resumes after the last finished event`()
    async throws
  {
    try keep("1")
    let server = ScriptedFeed(refusing: [200, ScriptedFeed.unconnected, 200])
    let worker = try worker(server)
    await server.requests(1)
    // The second event is cut off.
    await server.connection?.say(
      Self.inserted(2...2) + "event: api.data.inserted\nid: 3\ndata: {}\n")
    await server.connection?.cut()
    for (requests, pause) in [(2, 1), (3, 2)] {
      await clock.sleepers(1)
      clock.advance(by: .seconds(pause))
      await server.requests(requests)
    }
    #expect(server.requests.map { $0.headers["Last-Event-ID"] } == ["1", "2", "2"])
    await until { console.notices.count == 2 }
    #expect(
      console.notices
        == [
          "lost the event feed of test; trying again", "the event feed of test is back",
        ])
    await server.connection?.say(Self.inserted(3...3))
    await until { kept == "3" }
    #expect(worker.posted == ["t-2", "t-3"])
    try worker.stop()
  }

  @Test func `a session that ends is reported once, and after signing in the feed resumes`()
    async throws
  {
    try keep("1")
    let server = ScriptedFeed(refusing: [200, 401, 200])
    let worker = try worker(server)
    await server.requests(1)
    await server.connection?.say(Self.inserted(2...2))
    await server.connection?.cut()
    await clock.sleepers(1)
    clock.advance(by: .seconds(1))
    await until { !console.notices.isEmpty }
    #expect(console.notices == ["the event feed of test needs a session"])
    #expect(server.requests.count == 2)
    // Signing in posts it.
    worker.harness.bus.post(DataInvalidated(environment: .test))
    await server.requests(3)
    #expect(server.requests[2].headers["Last-Event-ID"] == "2")
    await server.connection?.say(Self.inserted(3...3))
    await until { worker.posted == ["t-2", "t-3"] }
    #expect(console.notices.count == 1)
    try worker.stop()
  }

  @Test func `a server whose feed has no ids is reported when it is lost`() async throws {
    let server = ScriptedFeed()
    let worker = try worker(server)
    await server.requests(1)
    await server.connection?.say("event: api.data.updated\ndata: {\"resource\":\"a\"}\n\n")
    await server.connection?.cut()
    await clock.sleepers(1)
    clock.advance(by: .seconds(1))
    await server.requests(2)
    await until { !console.notices.isEmpty }
    #expect(
      console.notices
        == ["events may be missing: the event feed of test has no ids to resume after"])
    #expect(kept == nil)
    try worker.stop()
  }

  @Test(
    arguments: [
      (404, "test has no event feed, which --durable needs"),
      (200, "the event feed of test sends an event that is too long"),
    ])
  func `a feed that cannot be followed is an error`(status: Int, message: String) async throws {
    let server = ScriptedFeed(refusing: [status])
    let worker = try worker(server)
    await server.requests(1)
    await server.connection?.say(String(repeating: "x", count: 70_000))
    await until { runs.failure != nil }
    #expect(runs.failure?.message == message)
    #expect(runs.failure?.status == .failure)
    // The position is not locked.
    try worker.durable.open(worker.harness.context.client.environment)
    try worker.stop()
  }
}
