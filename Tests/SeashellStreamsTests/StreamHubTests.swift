import FaultServer
import Glibc
import SeashellHosting
import SeashellKit
import SeashellTesting
import StreamServer
import TestSupport
import Testing

@testable import SeashellStreams

/// The connections of a process to the streams of its environments, with a real server.
@MainActor
@Suite(
  .enabled(if: StreamServer.isThere, "nats-server is not here"), .mayBlock
)
struct StreamHubTests {
  private let folder: TemporaryFolder
  private let console = RecordingConsole()

  init() throws { folder = try TemporaryFolder() }

  /// A shell whose environment has a stream.
  private func shell(_ nats: String) throws -> (ShellHarness, StreamHub, EnvironmentID) {
    let harness = try ShellHarness(
      StubTransport(json: "{}"), console: console, directory: folder.path)
    try harness.use(events: "{ nats: { \(nats) } }", in: folder)
    return (harness, StreamHub.shared(by: harness.context), harness.context.client.environmentID)
  }

  @Test func `all callers share a connection, and missing streams are made`() async throws {
    let server = try await StreamServer.ready()
    let (harness, hub, id) = try shell("url: '\(server.url)', stream: 'shop'")
    async let first = hub.streams(of: id)
    async let second = hub.streams(of: id)
    let (streams, other) = try await (first, second)
    #expect(streams.events.connection === other.events.connection)
    let events = try await streams.events.info()
    #expect(events.subjects == ["seashell.shop.test.>"])
    #expect(events.duplicateWindow == .seconds(600))
    #expect(try await streams.state.info().subjects == ["seashell-state.shop.test.>"])
    try await streams.state.publish(streams.subjects.relay, [1])
    try await streams.state.publish(streams.subjects.relay, [2])
    #expect(try await streams.state.info().messages == 1)
    // Another process finds them.
    let (another, otherHub, _) = try shell("url: '\(server.url)', stream: 'shop'")
    #expect(try await otherHub.streams(of: id).events.info().messages == 0)
    withExtendedLifetime((harness, another)) {}
  }

  @Test func `a lost connection and its return are reported`() async throws {
    let server = try await StreamServer.ready()
    let (harness, hub, id) = try shell("url: '\(server.url)', stream: 'shop'")
    let streams = try await hub.streams(of: id)
    server.kill()
    await until { console.notices == ["lost \(server.url); trying again"] }
    try server.start()
    await until { console.notices.last == "\(server.url) is back" }
    #expect(try await hub.streams(of: id).events.connection === streams.events.connection)
    withExtendedLifetime(harness) {}
  }

  @Test func `without a stream the error says what to add`() async throws {
    let harness = try ShellHarness(
      StubTransport(json: "{}"), console: console, directory: folder.path)
    let hub = StreamHub.shared(by: harness.context)
    let id = harness.context.client.environmentID
    let error = await #expect(throws: ShellError.self) { try await hub.streams(of: id) }
    #expect(error?.message == "shop:test has no stream of events")
    #expect(error?.hint?.hasPrefix("add events: { nats: {") == true)
    withExtendedLifetime(harness) {}
  }

  @Test func `credentials come from their source, and a wrong one is read again`() async throws {
    let server = try await StreamServer.ready(
      "authorization: { user: ann, password: right }", user: "ann", password: "right")
    try folder.write("password", "wrong\n")
    chmod(folder.file("password"), 0o600)
    let (harness, hub, id) = try shell(
      "url: '\(server.url)', stream: 's', user: 'ann', password: { file: 'password' }")
    let error = await #expect(throws: ShellError.self) { try await hub.streams(of: id) }
    #expect(error?.message == "\(server.url) does not accept the credentials")
    #expect(error?.code == .forbidden)
    try folder.write("password", "right\n")
    chmod(folder.file("password"), 0o600)
    _ = try await hub.streams(of: id)
    chmod(folder.file("password"), 0o644)
    let (another, strict, _) = try shell(
      "url: '\(server.url)', stream: 's', credentials: { file: 'password' }")
    let open = await #expect(throws: ShellError.self) { try await strict.streams(of: id) }
    #expect(open?.message.hasSuffix("which other users can read") == true)
    withExtendedLifetime((harness, another)) {}
  }

  @Test func `a server's certificate must be trusted, and be for its name`() async throws {
    for (name, problem) in [("IP:127.0.0.1", nil), ("DNS:other.example", "IP address mismatch")] {
      let certificate = try FaultCertificate(name: name)
      let server = try StreamServer(
        "tls: { cert_file: '\(certificate.file)', key_file: '\(certificate.key)' }")
      let url = "tls://127.0.0.1:\(server.port)"
      func error(_ authority: String) async throws -> ShellError? {
        let (harness, hub, id) = try shell("url: '\(url)', stream: 'shop'\(authority)")
        defer { withExtendedLifetime(harness) {} }
        let end = ContinuousClock.now + Patience.bound
        while true {
          do {
            _ = try await hub.streams(of: id)
            return nil
          } catch let error as ShellError where error.code == .unconnected {
            if ContinuousClock.now > end { throw error }
          } catch let error as ShellError {
            return error
          }
        }
      }
      let own = try await error(", certificateAuthorities: '\(certificate.file)'")
      #expect(own?.message == problem.map { "the certificate of \(url) is not trusted: \($0)" })
      let system = try await error("")
      #expect(system?.message.hasPrefix("the certificate of \(url) is not trusted: ") == true)
    }
  }

  @Test func `a secret for another machine is asked about first, but not in the background`()
    async throws
  {
    console.answers = ["no"]
    let (harness, hub, id) = try shell(
      "url: 'tls://nats.invalid:1', stream: 's', token: { file: 'token' }")
    try folder.write("token", "secret")
    let unasked = await #expect(throws: ShellError.self) {
      try await hub.streams(of: id, mayAsk: false)
    }
    #expect(unasked?.hint == "run 'doctor' at a terminal, which asks")
    #expect(console.questions == [])
    let refused = await #expect(throws: ShellError.self) { try await hub.streams(of: id) }
    #expect(refused?.code == .unauthorized)
    #expect(console.questions.first?.hasPrefix("the events of shop:test: send the content") == true)
    withExtendedLifetime(harness) {}
  }

  @Test func `a stream that cannot be made or used is one clear line`() async throws {
    let server = try await StreamServer.ready(
      """
      authorization: { users: [
        { user: all, password: p }
        { user: few, password: p, permissions: { publish: ["$JS.API.STREAM.INFO.>"], subscribe: "_INBOX.>" } }
      ] }
      """, user: "all", password: "p")
    try folder.write("password", "p")
    chmod(folder.file("password"), 0o600)
    func error(_ user: String, _ stream: String) async throws -> ShellError? {
      let (harness, hub, id) = try shell(
        "url: '\(server.url)', stream: '\(stream)', user: '\(user)', password: { file: 'password' }"
      )
      defer { withExtendedLifetime(harness) {} }
      return await #expect(throws: ShellError.self) { try await hub.streams(of: id) }
    }
    let denied = try await error("few", "shop")
    #expect(
      denied?.message == "\(server.url) has no stream 'shop', and this user may not make it")
    #expect(
      denied?.hint == "let its operator run: nats stream add shop --subjects"
        + " 'seashell.shop.test.>' --storage file --max-age 7d --dupe-window 10m --defaults")
    let connection = try await StreamConnection.open(
      .init(server.url, name: "t", credentials: .user("all", password: "p"))
    ) { _ in }
    let other = JetStream(connection, name: "other")
    try await other.create(.init(subjects: ["a.>"]))
    let wrong = try await error("all", "other")
    #expect(
      wrong?.message
        == "the stream 'other' of \(server.url) does not keep 'seashell.shop.test.>'")
    #expect(wrong?.hint == "run nats stream edit other --subjects 'a.>,seashell.shop.test.>'")
    try await JetStream(connection, name: "wide").create(.init(subjects: ["seashell.>"]))
    let overlapping = try await error("all", "shop")
    #expect(overlapping?.message.hasPrefix("another stream of \(server.url) keeps") == true)
  }

  @Test(
    arguments: [
      ("a.>", "a.b.>", true), ("a.*.>", "a.b.>", true), ("a.b.>", "a.b.>", true),
      (">", "a.>", true),
      ("a.b", "a.b.>", false), ("b.>", "a.>", false), ("a.*", "a.>", false),
      ("a.b.>", "a.>", false),
    ])
  func `a subject has others below it`(subject: String, other: String, isCovered: Bool) {
    #expect(StreamPreparation.covers(subject, other) == isCovered)
  }
}
