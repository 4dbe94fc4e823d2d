import FaultServer
import Foundation
import Glibc
import TestSupport
import Testing

/// The event feed of an added API, and an API without one.
@Suite(.mayBlock) struct APIFeedTests {
  private static let description = """
    {"openapi":"3.0.0","info":{"title":"W","version":"1"},"paths":{"/items":{
    "get":{"operationId":"listItems","responses":{"200":{"description":"ok","content":
    {"application/json":{"schema":{"type":"array","items":{"type":"object","properties":
    {"id":{"type":"string"},"name":{"type":"string"}}}}}}}}},
    "post":{"operationId":"createItem","requestBody":{"content":{"application/json":{"schema":
    {"type":"object","properties":{"name":{"type":"string"}}}}}},
    "responses":{"201":{"description":"ok"}}}}}}
    """

  /// A warehouse, whose feed sends an event once the gate is open; without a gate it has no feed.
  private static func warehouse(feed gate: FaultGate?) throws -> FaultServer {
    try FaultServer { request in
      switch (request.method, request.target) {
      case ("GET", "/openapi.json"): return .json(description)
      case ("GET", "/items"): return .json(#"[{"id":"i-1","name":"Drum"}]"#)
      case ("POST", _): return .json(#"{"id":"i-2","name":"Stick"}"#, status: 201)
      case ("GET", "/events"):
        guard let gate else { return .json("{}", status: 404) }
        let event =
          "id: 2\nevent: api.data.inserted\n"
          + #"data: {"resource":"items","id":"i-3","record":{"name":"Bell"}}"# + "\n\n"
        return FaultAnswer([
          .send(Array("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\nid: 1\n\n".utf8)),
          .await(gate), .send(Array(event.utf8)), .silence,
        ])
      default: return .json("{}", status: 404)
      }
    }
  }

  private static func home(with server: FaultServer) throws -> Sandbox {
    let home = try Sandbox()
    try home.succeed("api", "add", "wh", server.url, "--environment", "live", "--yes")
    return home
  }

  @Test func `without a feed, watch needs --every`() throws {
    let server = try Self.warehouse(feed: nil)
    let home = try Self.home(with: server)
    let refused = try home.seashell("-c", "watch wh items list")
    #expect(refused.status == 2 && refused.output.isEmpty)
    #expect(
      refused.errors.hasPrefix(
        "-c:1: the API 'wh' has no event feed, so 'watch' needs --every; "
          + "watch --every 10 COMMAND\n"), "\(refused.errors)")
    let watch = try Conversation.pipes(["-c", "watch --every 0.1 wh items list"], in: home)
    let line = try watch.hear("Drum")
    #expect(line.hasPrefix(#"{"time":"#))
    watch.send(SIGTERM)
    #expect(try watch.end().status == 0)
    // Other statements need no feed.
    let other = try Conversation.pipes(["-c", "watch api list"], in: home)
    try other.hear(#""wh""#)
    other.send(SIGTERM)
    #expect(try other.end().status == 0)
  }

  @Test func `watch follows the feed of an API that is not the current one`() throws {
    let gate = FaultGate()
    let server = try Self.warehouse(feed: gate)
    let home = try Self.home(with: server)
    let watch = try Conversation.pipes(["-c", "watch wh items list"], in: home)
    try watch.hear("Drum")
    let count = server.requests.count { $0.target == "/items" }
    gate.open()
    try block(until: "another request") {
      server.requests.count { $0.target == "/items" } == count + 1
    }
    watch.send(SIGTERM)
    #expect(try watch.end().status == 0)
  }

  @Test func `a rule has the record of the user's own write, and of the feed's event`() throws {
    let gate = FaultGate()
    let server = try Self.warehouse(feed: gate)
    let home = try Self.home(with: server)
    let worker = try Conversation.pipes(
      [
        "-e", "wh:live", "-c",
        """
        on api.data.inserted where record.name ~ '' do print it is $event.id $event.record.name
        items add --name Stick > /dev/null
        wait
        """,
      ], in: home)
    try worker.hear("it is i-2 Stick\n")
    gate.open()
    try worker.hear("it is i-3 Bell\n")
    worker.send(SIGTERM)
    #expect(try worker.end().status == 0)
    let log = try home.seashell(
      "-e", "wh:live", "-c", "items add --name Stick > /dev/null; events -o json")
    #expect(log.output.contains(#""i-2""#) && !log.output.contains("Stick"), "\(log.output)")
  }
}
