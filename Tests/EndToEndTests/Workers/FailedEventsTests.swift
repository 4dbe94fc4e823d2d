import StreamServer
import TestSupport
import Testing
@testable import SeashellStreams

/// Shared workers, and `events failed`, with a real server of NATS.
@Suite(
  .mayBlock, .enabled(if: StreamServer.isThere, "nats-server is not here")
)
struct FailedEventsTests {
  private let served: ServedShop
  private let server: StreamServer

  init() throws {
    (served, server) = (try ServedShop(), try StreamServer())
  }

  private func home() throws -> Sandbox {
    let home = try served.client()
    try home.configure(
      dev: "http://127.0.0.1:\(served.port)",
      "events: { nats: { url: '\(server.url)', stream: 'shop' } }")
    return home
  }

  private func failed(_ words: String, in home: Sandbox) throws -> String {
    let result = try home.seashell("-c", "events failed \(words)")
    #expect(result.status == 0, "\(result.errors)")
    return result.output
  }

  @Test func `what fails too often is set aside, and can be retried and dropped`() async throws {
    let home = try home()
    let rule = "on talk.asked --durable ask --shared --max-tries 1 do run grep -q yes ok.txt"
    try home.file("ok.txt", "no\n")
    let worker = try RunningWorker(in: home, ["-f", try home.file("ask.sea", "\(rule)\nwait\n")])
    var connection: StreamConnection?
    await until {
      connection = try? await StreamConnection.open(.init(server.url, name: "test")) { _ in }
      return connection != nil
    }
    let stream = JetStream(try #require(connection), name: "shop")
    await until { (try? await Consumer(stream, name: "ask").info()) != nil }
    let events = "events post talk.asked review=r-1; events post talk.asked review=r-2"
    let published = try home.seashell(
      "-c", "\(events); events --name talk.asked -o jsonl > log; events relay --from log")
    #expect(published.status == 0, "\(published.errors)")

    try worker.until("both are set aside") {
      try failed("list", in: home).split(separator: "\n").count == 2
    }
    let lines = try failed("list ask", in: home).split(separator: "\n")
    let number = try #require(lines.first?.split(separator: "\t").first)
    #expect(try failed("list other", in: home) == "")
    #expect(
      try failed("show \(number) -o json", in: home).contains(#""review":"r-1""#))
    #expect(worker.output.contains("set aside: 'events failed list' shows it"), "\(worker.output)")

    try home.file("ok.txt", "yes\n")
    #expect(try failed("retry \(number)", in: home) == "")
    await until {
      let info = try? await Consumer(stream, name: "ask").info()
      return info?.underWay == 0 && info?.waiting == 0
    }
    #expect(try failed("list", in: home).split(separator: "\n").count == 1)
    #expect(try failed("drop --all", in: home) == "")
    #expect(try failed("list", in: home) == "")
    let missing = try home.seashell("events", "failed", "show", "\(number)")
    #expect(missing.status == 3)
    let embedded = try home.seashell("-e", "embedded", "events", "failed", "list")
    #expect(embedded.status == 2)
    #expect(
      embedded.errors.contains("shop:embedded has no stream of events, and cannot have one"),
      "\(embedded.errors)")
    let name = try home.seashell("events", "failed", "list", "*")
    #expect(name.status == 2)
    #expect(name.errors.contains("'*' is not the name of workers"), "\(name.errors)")
    #expect(
      missing.errors.contains("no event \(number) was set aside; events failed list shows them"))
    #expect(worker.end() == 0)
  }
}
