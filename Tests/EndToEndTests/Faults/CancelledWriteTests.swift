import FaultServer
import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

/// Ctrl-C while a write is under way.
@Suite(.mayBlock) struct CancelledWriteTests {
  /// A server that carries out writes and never answers them, and whose feed then tells of them.
  private static func server(_ gate: FaultGate, _ event: String) throws -> FaultServer {
    try FaultServer { request in
      if request.target.hasSuffix("/events") {
        let head =
          "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
        return FaultAnswer([
          .send(Array((head + "id: 1\n\n").utf8)), .await(gate), .send(Array(event.utf8)), .silence,
        ])
      }
      return request.method == "GET" ? .json(Fault.review) : FaultAnswer([.silence])
    }
  }

  private static func event(_ id: Int, _ name: String, _ review: String) -> String {
    "id: \(id)\nevent: api.data.\(name)\n"
      + #"data: {"resource":"products/p-1/reviews","id":"\#(review)"}"# + "\n\n"
  }

  @Test(arguments: [
    (
      "reviews add p-1 --rating 4 --comment Fine", "inserted",
      "cancelled; the review may have been added"
    ),
    (
      "reviews edit p-1 r-9 --rating 4", "updated",
      "cancelled; review r-9 of p-1 may have been changed"
    ),
    (
      "reviews delete p-1 r-9 --yes", "deleted",
      "cancelled; review r-9 of p-1 may have been deleted"
    ),
  ])
  func `a cancelled write may have been done, and is not told as another's`(
    line: String, kind: String, notice: String
  ) throws {
    let gate = FaultGate()
    let server = try Self.server(
      gate, Self.event(2, kind, "r-9") + Self.event(3, kind, "r-8"))
    let sandbox = try Sandbox(
      environment: ["SEASHELL_ENV": "dev", "SEASHELL_TOKEN": "token-of-the-tests"])
    try sandbox.configure(dev: server.url)
    let user = try PromptUser(in: sandbox)
    try user.seePrompt("dev> ")
    try user.type(line + "\r")
    try user.wait(for: "the write") { server.requests.contains { $0.method != "GET" } }
    try user.type("\u{03}")
    try user.see(notice)
    try user.type("print status $?\r")
    try user.see("status 130")
    gate.open()
    // The feed keeps its order: the own change would be told before the other's.
    try user.see("elsewhere: review r-8 of p-1 was")
    #expect(!user.screen.text.contains("elsewhere: review r-9"))
  }

  @Test func `a cancelled command of a script says what may have happened`() throws {
    let server = try Self.server(FaultGate(), "")
    let sandbox = try Sandbox(
      environment: ["SEASHELL_ENV": "dev", "SEASHELL_TOKEN": "token-of-the-tests"])
    try sandbox.configure(dev: server.url)
    let script = try Conversation.pipes(
      ["reviews", "add", "p-1", "--rating", "4", "--comment", "Fine"], in: sandbox)
    try block(until: "the write") { server.requests.contains { $0.method == "POST" } }
    script.interrupt()
    let end = try script.end()
    #expect(end.status == 130)
    #expect(end.rest.contains("cancelled; the review may have been added\n"), "\(end.rest)")
  }

  @Test(arguments: [
    "for i in (1, 2, 3, 4, 5) { reviews add p-1 --rating $i --comment Fine }",
    "$x | each reviews add p-1 --rating $it.a --comment Fine",
    "$x | each { reviews add p-1 --rating $it.a --comment Fine }",
    "$x | each f", "for i in (1, 2) { $x | each { if (1 = 1) { f } } }",
  ])
  func `a loop of writes says how many were sent`(line: String) throws {
    let writes = Mutex(0)
    let server = try FaultServer { request in
      guard request.method == "POST" else { return .json("{}", status: 404) }
      let number = writes.withLock { writes in
        writes += 1
        return writes
      }
      return number <= 3 ? Fault.created : FaultAnswer([.silence])
    }
    let sandbox = try Sandbox(
      environment: ["SEASHELL_ENV": "dev", "SEASHELL_TOKEN": "token-of-the-tests"])
    try sandbox.configure(dev: server.url)
    try sandbox.file("rows.csv", "a\n1\n2\n3\n4\n5\n")
    let user = try PromptUser(in: sandbox, columns: 250)
    try user.seePrompt("dev> ")
    for line in [
      "let x = from csv rows.csv", "def f { reviews add p-1 --rating 4 --comment Fine }",
    ] {
      try user.type(line + "\r")
      try user.seePrompt("dev> ")
    }
    try user.type(line + "\r")
    try user.wait(for: "a write without an answer") { writes.withLock { $0 } == 4 }
    try user.type("\u{03}")
    try user.see("3 writes were sent before the interruption")
    try user.see("cancelled; the review may have been added")
    try user.type("print status $?\r")
    try user.see("status 130")
  }
}
