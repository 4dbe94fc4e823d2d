import CoreJSON
import SeashellHosting
import SeashellKit
import SeashellTesting
import StreamServer
import TestSupport
import Testing

@testable import SeashellStreams

/// What `doctor` says of an environment's streams.
@MainActor
@Suite(
  .enabled(if: StreamServer.isThere, "nats-server is not here"), .mayBlock
)
struct StreamReportTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func shell(_ url: String) throws -> ShellHarness {
    let harness = try ShellHarness(StubTransport(json: "{}"), directory: folder.path)
    try harness.use(events: "{ nats: { url: '\(url)', stream: 'shop' } }", in: folder)
    return harness
  }

  private func lines(_ harness: ShellHarness) async -> [StreamReport.Line] {
    await StreamReport.lines(
      of: harness.context.client.environmentID, in: harness.context, mayAsk: false)
  }

  @Test func `it looks at server, streams, workers and relay`() async throws {
    let server = try await StreamServer.ready()
    let harness = try shell(server.url)
    var found = await lines(harness)
    #expect(found.map(\.status) == [.fine, .warning])
    #expect(found.last?.text == "there is no stream 'shop' yet")
    let id = harness.context.client.environmentID
    let streams = try await StreamHub.shared(by: harness.context).streams(of: id)
    try await Consumer(streams.events, name: "mail").create(.init(subject: streams.subjects.all))
    try await streams.events.publish(
      streams.subjects.subject(of: "a.b", resource: nil, id: nil), [])
    found = await lines(harness)
    #expect(
      found.dropFirst().map(\.text) == [
        "stream shop: 1 message, 0 KiB, kept for 7 days, known ids are dropped for 10 minutes",
        "stream shop-state: 0 messages, 0 KiB, known ids are dropped for 10 minutes",
        "workers mail: 1 event waiting, 0 under way, 0 requests for more",
        "no relay has published the API's events",
      ])
    #expect(found[3].advice == "no worker of that name runs; start one")
    try await streams.state.publish(
      streams.subjects.relay,
      Array(#"{"holder":"h\u001b1","id":"12","sequence":34,"count":1,"#.utf8)
        + Array(#""gap":{"time":1893456000,"sequence":30}}"#.utf8))
    try await streams.state.publish(streams.subjects.failed("mail", "1-0"), [])
    found = await lines(harness)
    #expect(found.suffix(3).map(\.status) == [.warning, .fine, .warning])
    #expect(found.suffix(3).first?.text == "one event has failed")
    #expect(found.suffix(2).first?.text.contains("\u{1B}") == false)
    #expect(found.suffix(2).first?.text.hasSuffix("up to the event 12, message 34") == true)
    #expect(
      found.last?.text
        == "events before 2030-01-01T00:00:00Z may be missing: the API no longer had them")
  }

  @Test func `it says what is wrong with the server`() async throws {
    let missing = await lines(try shell("nats://127.0.0.1:1"))
    #expect(missing.map(\.status) == [.failed])
    #expect(missing.first?.text == "cannot reach nats://127.0.0.1:1")
    let server = try await StreamServer.ready("authorization: { token: t }", token: "t")
    let denied = await lines(try shell(server.url))
    #expect(denied.map(\.text) == ["\(server.url) does not accept the credentials"])
    let harness = try ShellHarness(StubTransport(json: "{}"), directory: folder.path)
    #expect(await lines(harness).isEmpty)
  }
}
