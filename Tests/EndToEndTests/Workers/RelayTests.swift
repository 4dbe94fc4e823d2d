import Foundation
import Glibc
import SeashellTesting
import StreamServer
import TestSupport
import Testing
@testable import SeashellStreams

/// `events relay`: the shop's feed in a stream of a real server.
@Suite(
  .mayBlock, .enabled(if: StreamServer.isThere, "nats-server is not here")
)
struct RelayTests {
  private let served: ServedShop
  private let server: StreamServer
  private let writer: Sandbox

  init() throws {
    (served, server) = (try ServedShop(), try StreamServer())
    writer = try served.client()
    try writer.signIn()
  }

  private func home() throws -> Sandbox {
    let home = try served.client()
    try home.configure(
      dev: "http://127.0.0.1:\(served.port)",
      "events: { nats: { url: '\(server.url)', stream: 'shop' } }")
    return home
  }

  private func stream() async throws -> JetStream {
    JetStream(try await .open(.init(server.url, name: "test")) { _ in }, name: "shop")
  }

  private func write(_ count: Int) throws {
    let script = String(
      repeating: "reviews add p-1 --rating 4 --comment x > /dev/null\n", count: count)
    #expect(try writer.seashell(input: script).status == 0)
  }

  private func ids(_ stream: JetStream) async throws -> [String] {
    var (ids, next) = ([String](), 1)
    while let message = try await stream.message(.next(next, subject: "seashell.>")) {
      ids.append(message["Nats-Msg-Id"] ?? "")
      next = message.sequence + 1
    }
    return ids
  }

  private func place(_ stream: JetStream) async throws -> String? {
    let state = JetStream(stream.connection, name: "shop-state")
    let last = try? await state.message(.last(subject: "seashell-state.shop.dev.relay"))
    return last.map { String(decoding: $0.data, as: UTF8.self) }
  }

  @Test func `killed relays publish each event once, and in order`() async throws {
    let homes = try [home(), home(), home()]
    let first = try RunningWorker(in: homes[0], ["events", "relay"])
    try first.until("start") { first.output.contains("publishing") }
    let stream = try await stream()
    await until { (try? await place(stream))??.contains(#""id":"0""#) == true }
    try write(60)
    await until { (try? await stream.info().messages) ?? 0 >= 30 }
    #expect(first.end(with: SIGKILL) == 128 + SIGKILL)
    try write(20)
    // One takes over; then another one from it.
    let second = try RunningWorker(in: homes[1], ["events", "relay"])
    await until { (try? await stream.info().messages) ?? 0 == 80 }
    let third = try RunningWorker(in: homes[2], ["events", "relay"])
    try third.until("standing by") { third.output.contains("standing by") }
    try write(20)
    #expect(second.end(with: SIGKILL) == 128 + SIGKILL)
    try write(20)
    await until { (try? await stream.info().messages) ?? 0 == 120 }
    #expect(try await ids(stream) == (1...120).map { "shop:dev/\($0)" })
    #expect(third.end() == 0)
    let record = try #require(try await place(stream))
    #expect(
      record.contains(#""id":"120","sequence":120"#) && !record.contains("holder"), "\(record)")
    #expect(
      third.output.hasPrefix(
        """
        relaying the events of shop:dev to \(server.url), stream 'shop'; Ctrl-C ends it
        standing by: another relay publishes the events of shop:dev
        publishing what comes after event
        """), "\(third.output)")
  }

  @Test func `Ctrl-C ends a relay, and the next one goes on at once`() async throws {
    let home = try home()
    let first = try RunningWorker(in: home, ["events", "relay"])
    try first.until("start") { first.output.contains("publishing") }
    let stream = try await stream()
    await until { (try? await place(stream))??.contains(#""id":"0""#) == true }
    #expect(first.end(with: SIGINT) == 130)
    try write(1)
    let second = try RunningWorker(in: home, ["events", "relay"])
    await until { (try? await stream.info().messages) == 1 }
    #expect(second.end() == 0)
  }

  @Test func `the events of a file are published once`() async throws {
    let home = try home()
    let written = try home.seashell(
      "-c", "events post shop.opened floor=2; events --name shop.opened -o jsonl > log")
    #expect(written.status == 0, "\(written.errors)")
    await until { (try? await stream()) != nil }
    let first = try home.seashell("events", "relay", "--from", "log")
    #expect(first.errors == "published 1 event to \(server.url), stream 'shop'\n")
    let again = try home.seashell("events", "relay", "--from", "log")
    #expect(
      again.errors
        == "published 0 events to \(server.url), stream 'shop'; it had 1 others already\n")
    try home.file("bad", "x\n")
    let bad = try home.seashell("events", "relay", "--from", "bad")
    #expect(bad.status == 1)
    #expect(
      bad.errors.hasPrefix("seashell: line 1 of 'bad' is no event; "), "\(bad.errors)")
  }

  @Test func `what is missing is said`() throws {
    let none = try served.client().seashell("events", "relay")
    #expect(none.status == 2)
    #expect(none.errors.contains("shop:dev has no stream of events"), "\(none.errors)")
    server.kill()
    let lost = try home().seashell("events", "relay")
    #expect(lost.status == 5)
    #expect(lost.errors.contains("cannot reach \(server.url)"), "\(lost.errors)")
  }
}
