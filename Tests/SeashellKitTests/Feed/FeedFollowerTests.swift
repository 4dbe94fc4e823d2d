import FoundationEssentials
import SeashellTesting
import TestSupport
import Testing

@testable import SeashellKit

@MainActor
@Suite struct FeedFollowerTests {
  private let clock = ManualClock()
  private let console = RecordingConsole()

  private static func inserted(_ id: Int) -> String {
    """
    event: api.data.inserted
    id: \(id)
    data: {"resource":"things","id":"t-\(id)"}


    """
  }

  /// A shell that follows the feed of its environment.
  private func follower(
    of server: ScriptedFeed, isAsked: Bool = false
  ) throws -> (ShellHarness, FeedFollower) {
    let harness = try ShellHarness(server, console: console, clock: clock)
    let feed = ChangeFeed(harness.context)
    let follower = FeedFollower(harness.context, feed: feed, isAsked: isAsked) { _ in true }
    follower.start()
    return (harness, follower)
  }

  @Test func `the feed's address is requested once, and its events are reported together`()
    async throws
  {
    let server = ScriptedFeed()
    let (harness, follower) = try follower(of: server)
    defer { follower.stop() }
    let recorder = EventRecorder(harness.bus)
    await server.requests(1)
    let request = try #require(server.requests.first)
    #expect(request.url.absoluteString == "http://localhost/v1/events")
    #expect(request.headers["Accept"] == "text/event-stream")
    #expect(request.headers["Last-Event-ID"] == nil)
    #expect(request.isEndless)

    await server.connection?.say(Self.inserted(1) + Self.inserted(2))
    await clock.sleepers(1)
    #expect(recorder.events(of: DataInserted.self).isEmpty)
    clock.advance(by: FeedBuffer.settling)
    await until { console.notices.count == 2 }
    #expect(recorder.events(of: DataInserted.self).map(\.id) == ["t-1", "t-2"])
    #expect(console.notices.last == "elsewhere: thing t-2 was added")
    #expect(server.requests.count == 1)
  }

  @Test func `the client's own events are not reported while others are held`() async throws {
    let server = ScriptedFeed()
    let (harness, follower) = try follower(of: server)
    defer { follower.stop() }
    await server.requests(1)
    await server.connection?.say(Self.inserted(1) + Self.inserted(2))
    await clock.sleepers(1)
    harness.context.client.announced?.insert("1")
    clock.advance(by: FeedBuffer.settling)
    await until { !console.notices.isEmpty }
    #expect(console.notices == ["elsewhere: thing t-2 was added"])
  }

  @Test func `a lost feed connection resumes after the last event`() async throws {
    let server = ScriptedFeed()
    let (harness, follower) = try follower(of: server)
    defer { follower.stop() }
    let recorder = EventRecorder(harness.bus)
    await server.requests(1)
    await server.connection?.say("id: 41\n\n")
    await server.connection?.cut()
    await clock.sleepers(1)
    clock.advance(by: .seconds(1))
    await server.requests(2)
    #expect(server.requests.last?.headers["Last-Event-ID"] == "41")
    #expect(recorder.events(of: DataInvalidated.self).isEmpty)
    #expect(console.notices.isEmpty)
  }

  @Test func `a lost feed is reported once, and again when it is back`()
    async throws
  {
    let server = ScriptedFeed(refusing: [200, ScriptedFeed.unconnected, 503, 200, 200])
    let (_, follower) = try follower(of: server)
    defer { follower.stop() }
    await server.requests(1)
    await server.connection?.cut()
    let lost = "lost the event feed of test; others' changes are shown when it is back"
    for (requests, pause) in [(2, 1), (3, 2)] {
      await clock.sleepers(1)
      #expect(console.notices == (requests == 2 ? [] : [lost]))
      clock.advance(by: .seconds(pause))
      await server.requests(requests)
    }
    await clock.sleepers(1)
    #expect(console.notices == [lost])
    clock.advance(by: .seconds(4))
    await until { console.notices.count == 2 }
    #expect(console.notices == [lost, "the event feed of test is back"])
    // A connection that is restored at once does not count as lost.
    await server.connection?.cut()
    await clock.sleepers(1)
    clock.advance(by: FeedFollower.pauses.upperBound)
    await server.requests(5)
    #expect(console.notices.count == 2)
  }

  @Test(
    arguments: [
      (404, "test has no event feed, so others' changes are not shown"),
      (401, "the event feed of test needs a session"),
      (503, "cannot reach the event feed of test; trying again"),
      (ScriptedFeed.unconnected, "cannot reach the event feed of test; trying again"),
    ])
  func `a user who asked for events learns once why there are none`(
    refusal: Int, notice: String
  ) async throws {
    let server = ScriptedFeed(refusing: [refusal, refusal])
    let (_, follower) = try follower(of: server, isAsked: true)
    defer { follower.stop() }
    await until { !console.notices.isEmpty }
    if refusal == 503 || refusal == ScriptedFeed.unconnected {
      for (requests, pause) in [(2, 1), (3, 2)] {
        await clock.sleepers(1)
        clock.advance(by: .seconds(pause))
        await server.requests(requests)
      }
      await until { console.notices.count == 2 }
      #expect(console.notices == [notice, "the event feed of test is back"])
    } else {
      #expect(console.notices == [notice])
    }
  }

  @Test func `a feed that needs a session shows the authorizer's sign-in hint`() async throws {
    struct Account: Authorizer {
      let signInHint: String? = "sign in with 'accounts enter'"
      func authorize(_ request: inout APIRequest) async throws {}
      func recover(from response: APIResponse) async -> Bool { false }
    }
    let (harness, follower) = try follower(of: ScriptedFeed(refusing: [401]), isAsked: true)
    try harness.context.install(Account())
    defer { follower.stop() }
    await until { !console.notices.isEmpty }
    #expect(
      console.notices
        == ["the event feed of test needs a session; sign in with 'accounts enter'"])
  }

  @Test(arguments: ["", "id: 1\u{1B}\n\n"])
  func `without ids to resume after, events may be missing, so everything is invalidated`(
    sent: String
  ) async throws {
    let server = ScriptedFeed()
    let (harness, follower) = try follower(of: server)
    defer { follower.stop() }
    let recorder = EventRecorder(harness.bus)
    await server.requests(1)
    await server.connection?.say(sent)
    await server.connection?.cut()
    await clock.sleepers(1)
    clock.advance(by: .seconds(1))
    await until { !recorder.events(of: DataInvalidated.self).isEmpty }
    #expect(server.requests.last?.headers["Last-Event-ID"] == nil)
    #expect(console.notices.isEmpty)
  }

  @Test(arguments: [503, ScriptedFeed.unconnected])
  func `a failed first connection is not reported, and invalidates everything later`(
    status: Int
  ) async throws {
    let server = ScriptedFeed(refusing: [status])
    let (harness, follower) = try follower(of: server)
    defer { follower.stop() }
    let recorder = EventRecorder(harness.bus)
    await server.requests(1)
    await clock.sleepers(1)
    #expect(recorder.events.isEmpty)
    clock.advance(by: .seconds(1))
    await until { !recorder.events.isEmpty }
    #expect(recorder.events.map { $0 as? DataInvalidated } == [DataInvalidated(environment: .test)])
    #expect(server.requests.count == 2)
  }

  @Test(arguments: [401, 403])
  func `signing in requests a feed again that needs a session`(status: Int) async throws {
    let server = ScriptedFeed(refusing: [status])
    let (harness, follower) = try follower(of: server)
    defer { follower.stop() }
    let recorder = EventRecorder(harness.bus)
    await server.requests(1)
    // The answer may still be on its way when the first of them is posted.
    while server.requests.count < 2 {
      harness.bus.post(DataInvalidated(environment: .test))
      await Task.yield()
    }
    harness.bus.post(DataInvalidated(environment: .test))
    await server.connection?.say(Self.inserted(1))
    await clock.sleepers(1)
    clock.advance(by: FeedBuffer.settling)
    await until { !console.notices.isEmpty }
    #expect(server.requests.count == 2)
    #expect(recorder.events.allSatisfy { $0 is DataInvalidated || $0 is DataInserted })
  }

  @Test func `pauses between reconnections grow, unless the server sets them`() async throws {
    let server = ScriptedFeed(refusing: [503, 503, 503])
    let (_, follower) = try follower(of: server)
    defer { follower.stop() }
    for (count, wait) in [(1, 1), (2, 2), (3, 4)] {
      await server.requests(count)
      await clock.sleepers(1)
      clock.advance(by: .seconds(wait) - .milliseconds(1))
      await clock.sleepers(1)
      #expect(server.requests.count == count)
      clock.advance(by: .milliseconds(1))
    }
    await server.requests(4)
    await server.connection?.say("retry: 7000\n")
    await server.connection?.cut()
    await clock.sleepers(1)
    clock.advance(by: .seconds(6))
    await clock.sleepers(1)
    #expect(server.requests.count == 4)
    clock.advance(by: .seconds(1))
    await server.requests(5)
  }

  @Test(arguments: [404, 405, 406, 401, 403])
  func `a server without a feed is asked only once`(status: Int) async throws {
    let server = ScriptedFeed(refusing: [status])
    let (harness, follower) = try follower(of: server)
    defer { follower.stop() }
    await server.requests(1)
    // Any further request would have been sent by the time that another environment is followed.
    harness.context.client.environment = try EnvironmentClientTests.environment("two")
    harness.bus.post(DataInvalidated(environment: .test))
    await server.requests(2)
    #expect(server.requests.last?.url.host() == "two.example")
    #expect(console.notices.isEmpty)
  }

  @Test func `switching the environment follows the new one's feed instead`()
    async throws
  {
    let server = ScriptedFeed()
    let (harness, follower) = try follower(of: server)
    await server.requests(1)
    let first = try #require(server.connection)
    await first.say(Self.inserted(1))
    await clock.sleepers(1)
    harness.context.client.environment = try EnvironmentClientTests.environment("two")
    harness.bus.post(DataInvalidated(environment: .test))
    await server.requests(2)
    #expect(server.requests.last?.url.absoluteString == "https://two.example/v-two/events")
    #expect(server.requests.last?.headers["Last-Event-ID"] == nil)
    await until { await first.isLeft }

    let second = try #require(server.connection)
    follower.stop()
    await until { await second.isLeft }
    #expect(console.notices.isEmpty)
  }
}
