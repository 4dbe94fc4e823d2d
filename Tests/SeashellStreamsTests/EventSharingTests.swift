import CoreEvents
import CoreJSON
import FoundationEssentials
import Glibc
import SeashellHosting
@testable import SeashellKit
import SeashellTesting
import StreamServer
import TestSupport
import Testing
import WebAPI

@testable import SeashellModules
@testable import SeashellStreams

/// Two shells that share their events through a real server.
@MainActor
@Suite(
  .enabled(if: StreamServer.isThere, "nats-server is not here"), .mayBlock
)
struct EventSharingTests {
  private let server: StreamServer
  private let folder: TemporaryFolder

  init() async throws {
    server = try await StreamServer.ready()
    folder = try TemporaryFolder()
  }

  /// A shell that shares events, and records those of its bus.
  private final class Peer {
    let harness: ShellHarness
    let console: RecordingConsole
    let sharing: EventSharing
    let id: EnvironmentID
    private let recorder: EventRecorder
    var hasFeed = false

    @MainActor init(
      _ patterns: [String], on server: StreamServer, _ folder: TemporaryFolder,
      transport: any Transport = StubTransport(json: "{}")
    ) async throws {
      console = RecordingConsole()
      harness = try ShellHarness(transport, console: console, directory: folder.path)
      try harness.use(events: "{ nats: { url: '\(server.url)', stream: 'shop' } }", in: folder)
      let context = harness.context
      id = context.client.environmentID
      let box = FeedBox()
      sharing = EventSharing(
        context, patterns.compactMap { EventPattern(parsing: $0) }, of: id,
        feed: ChangeFeed(context), targets: context.apis.requestTargets, isShown: true,
        isChosen: { true }, hasFeed: { box.peer?.hasFeed == true })
      recorder = EventRecorder(context.bus)
      box.peer = self
      sharing.start()
      // The server handles what comes on a connection in its order: first the subscriptions.
      let sharing = sharing
      await until { sharing.isReceiving }
      let streams = try await StreamHub.shared(by: context).streams(of: id)
      _ = try await streams.events.info()
    }

    var seen: [any Event] { recorder.events }
    var names: [String] { recorder.names }
  }

  @MainActor private final class FeedBox {
    weak var peer: Peer?
  }

  @Test func `an event of a module reaches the other shell once, and not more`() async throws {
    let first = try await Peer(["shop.*"], on: server, folder)
    let second = try await Peer(["shop.opened", "shop.*"], on: server, folder)
    first.harness.context.bus.post(
      DynamicEvent(eventName: "shop.opened", payload: ["floor": 2, "by": "a\u{1B}b"]))
    first.harness.context.bus.post(DynamicEvent(eventName: "private.thing"))
    first.harness.context.bus.post(DynamicEvent(eventName: "shop.closed"))
    await until { second.names.contains("shop.closed") }
    #expect(second.names == ["shop.opened", "shop.closed"])
    await until { !second.console.notices.isEmpty }
    #expect(second.console.notices.first?.hasPrefix("elsewhere: shop.opened floor=2 by=a") == true)
    #expect(second.console.notices.allSatisfy { !$0.contains("\u{1B}") })
    let event = try #require(second.seen.first as? DynamicEvent)
    #expect(event.payload["floor"] == 2)
    second.harness.context.bus.post(DynamicEvent(eventName: "shop.back"))
    await until { first.names.contains("shop.back") }
    #expect(first.names == ["shop.opened", "private.thing", "shop.closed", "shop.back"])
    first.sharing.stop()
    second.sharing.stop()
  }

  @Test func `a module receives an event of another shell, as it does others`() async throws {
    let first = try await Peer(["shop.*"], on: server, folder)
    let second = try await Peer(["shop.*"], on: server, folder)
    let frames = EventFrames(
      [.under("shop.")], of: second.id.api, on: second.harness.context.bus,
      clock: ContinuousClock())
    first.harness.context.bus.post(DynamicEvent(eventName: "shop.opened", payload: ["floor": 2]))
    // A busy machine may take so long that there is a sign of life first.
    var piece = try #require(await frames.next())
    while piece.starts(with: ":".utf8) { piece = try #require(await frames.next()) }
    #expect(String(decoding: piece, as: UTF8.self) == "event: shop.opened\ndata: {\"floor\":2}\n\n")
    first.sharing.stop()
    second.sharing.stop()
  }

  @Test func `a write is posted as the change that it made, with its record`() async throws {
    let transport = StubTransport(
      status: 201, json: #"{"id":"p-9","name":"Mug"}"#, headers: ["Event-Id": "41"])
    let first = try await Peer(["api.data.*"], on: server, folder, transport: transport)
    let second = try await Peer(["api.data.*"], on: server, folder)
    _ = try await APIRequest(path: "products", method: .post).response(
      on: first.harness.context.client)
    await until { !second.seen.isEmpty }
    let event = try #require(second.seen.first as? DataInserted)
    #expect(
      event == DataInserted(resource: "products", id: "p-9", environment: second.id))
    #expect(event.record.value?["name"] == "Mug")
    await until { second.console.notices == ["elsewhere: product p-9 was added"] }
    // The feed of the second shell tells of it, too.
    let feed = ChangeFeed(second.harness.context)
    let change = try #require(
      FeedEvent(id: "41", name: DataInserted.name, resource: "products", item: "p-9"))
    #expect(await feed.take([change], of: second.id.name) == 0)
    let streams = try await StreamHub.shared(by: second.harness.context).streams(of: second.id)
    #expect(try await streams.events.message(.sequence(1))?["Nats-Msg-Id"] == "\(first.id)/41")
    #expect(try await streams.events.info().messages == 1)
    first.sharing.stop()
    second.sharing.stop()
  }

  @Test func `what a feed or a relay tells of is not published, and not posted twice`() async throws
  {
    let first = try await Peer(["api.data.*", "shop.*"], on: server, folder)
    let second = try await Peer(["api.data.*", "shop.*"], on: server, folder)
    let change = try #require(
      FeedEvent(id: "7", name: DataUpdated.name, resource: "products", item: "p-1"))
    for peer in [first, second] {
      #expect(await ChangeFeed(peer.harness.context).take([change], of: peer.id.name) == 1)
    }
    let streams = try await StreamHub.shared(by: first.harness.context).streams(of: first.id)
    var relayed = EventMessage(
      id: "\(first.id)/7",
      DynamicEvent(eventName: DataUpdated.name, payload: ["resource": "products", "id": "p-1"]))
    for _ in 1...2 {
      try await streams.events.publish(
        relayed.subject(in: first.id), relayed.data, fields: relayed.fields, id: relayed.id)
    }
    relayed = EventMessage(id: "x", DynamicEvent(eventName: "shop.end"))
    try await streams.events.publish(
      relayed.subject(in: first.id), relayed.data, fields: relayed.fields, id: relayed.id)
    await until { first.names.contains("shop.end") && second.names.contains("shop.end") }
    #expect(first.names == [DataUpdated.name, "shop.end"])
    #expect(second.names == [DataUpdated.name, "shop.end"])
    #expect(try await streams.events.info().messages == 2)
    first.sharing.stop()
    second.sharing.stop()
  }

  @Test func `an event that follows from a change is left to the modules that see the change`()
    async throws
  {
    let transport = StubTransport(
      status: 201, json: #"{"id":"r-1"}"#, headers: ["Event-Id": "5"])
    let first = try await Peer(["checks.*"], on: server, folder, transport: transport)
    let second = try await Peer(["checks.*"], on: server, folder)
    let third = try await Peer(["checks.*"], on: server, folder)
    third.hasFeed = true
    // The modules of both know the event.
    let known = [second, third].map {
      $0.harness.context.bus.subscribeOnMain(to: Checked.self) { _ in }
    }
    let bus = first.harness.context.bus
    let derived = bus.subscribeOnMain(to: DataInserted.self) { _ in bus.post(Checked()) }
    _ = try await APIRequest(path: "products", method: .post).response(
      on: first.harness.context.client)
    bus.post(DynamicEvent(eventName: "checks.end"))
    await until {
      second.names.contains("checks.end") && third.names.contains("checks.end")
    }
    #expect(second.names == [Checked.name, "checks.end"])
    #expect(third.names == ["checks.end"])
    withExtendedLifetime((known, derived)) {}
    for peer in [first, second, third] { peer.sharing.stop() }
  }

  private struct Checked: Event {
    static let name = "checks.done"
  }

  @Test func `an event that workers try again is not posted again`() async throws {
    let peer = try await Peer(["*"], on: server, folder)
    let streams = try await StreamHub.shared(by: peer.harness.context).streams(of: peer.id)
    for (name, worker) in [("shop.late", "mail"), ("shop.good", nil)] {
      var message = EventMessage(id: name, DynamicEvent(eventName: name))
      message.worker = worker
      try await streams.events.publish(
        message.subject(in: peer.id), message.data, fields: message.fields, id: message.id)
    }
    await until { peer.names.contains("shop.good") }
    #expect(peer.names == ["shop.good"])
    peer.sharing.stop()
  }

  @Test func `a message that is no event, or has a name of the shell's own, is not posted`()
    async throws
  {
    let peer = try await Peer(["*"], on: server, folder)
    let streams = try await StreamHub.shared(by: peer.harness.context).streams(of: peer.id)
    func publish(_ name: String, _ data: [UInt8], id: String) async throws {
      try await streams.events.publish(
        "seashell.shop.test.x._", data,
        fields: [("Seashell-Event", name), ("Seashell-Id", id)], id: id)
    }
    try await publish("session.signed-in", [], id: "1")
    try await publish("api.request", [], id: "2")
    try await publish("shop; rm -rf", [], id: "3")
    try await publish("shop.broken", Array("{".utf8), id: "4")
    try await publish("api.data.inserted", Array(#"{"id":"x"}"#.utf8), id: "5")
    try await streams.events.publish("seashell.shop.test.x._", [], id: "6")
    try await publish("shop.good", [], id: "7")
    await until { peer.names.contains("shop.good") }
    #expect(peer.names == ["shop.good"])
    peer.sharing.stop()
  }

  @Test func `it goes on after the server was away, and says that events may be missing`()
    async throws
  {
    let first = try await Peer(["shop.*"], on: server, folder)
    let second = try await Peer(["shop.*"], on: server, folder)
    server.kill()
    await until { !first.console.notices.isEmpty && !second.console.notices.isEmpty }
    first.harness.context.bus.post(DynamicEvent(eventName: "shop.meanwhile"))
    try server.start()
    // What was posted meanwhile is in the stream once; the other shell is told that it may have missed something.
    let streams = try await StreamHub.shared(by: first.harness.context).streams(of: first.id)
    await until { second.console.notices.contains("\(server.url) is back") }
    await until { second.names.contains(DataInvalidated.name) }
    // The server has its subscriptions again.
    let seconds = try await StreamHub.shared(by: second.harness.context).streams(of: second.id)
    await until { (try? await seconds.events.info()) != nil }
    first.harness.context.bus.post(DynamicEvent(eventName: "shop.after"))
    await until { second.names.contains("shop.after") }
    #expect(second.names.filter { $0 == "shop.meanwhile" }.count <= 1)
    #expect(try await streams.events.info().messages == 2)
    first.sharing.stop()
    second.sharing.stop()
  }

  @Test func `a subject that may not be received is one clear line`() async throws {
    let server = try await StreamServer.ready(
      """
      authorization: { users: [
        { user: u, password: p, permissions: { subscribe: "_INBOX.>" } }
      ] }
      """, user: "u", password: "p")
    try folder.write("password", "p")
    chmod(folder.file("password"), 0o600)
    let console = RecordingConsole()
    let harness = try ShellHarness(
      StubTransport(json: "{}"), console: console, directory: folder.path)
    try harness.use(
      events: """
        { nats: { url: '\(server.url)', stream: 'shop', user: 'u', password: { file: 'password' } } }
        """, in: folder)
    let context = harness.context
    let sharing = EventSharing(
      context, [.under("shop.")], of: context.client.environmentID, feed: nil,
      targets: context.apis.requestTargets, isShown: true, isChosen: { true }, hasFeed: { false })
    sharing.start()
    await until { !console.notices.isEmpty }
    #expect(
      console.notices == [
        "\(server.url) does not allow this user to receive from 'seashell.shop.test.shop.>'"
      ])
    sharing.stop()
  }
}
