import FaultServer
import Foundation
import Glibc
import TestSupport
import Testing

/// A server that ignores keys, carries out each write, and then does not answer properly.
///
/// Every request other than a read counts as an execution.
@Suite(.mayBlock) struct SentOnceTests {
  /// The server's behaviour after it has carried out a write.
  struct Failure: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let answer: FaultAnswer

    init(_ name: String, _ answer: FaultAnswer) {
      testDescription = name
      self.answer = answer
    }
  }

  static let failures = [
    Failure("500", .status(500)), Failure("502", .status(502)),
    Failure("503", .busy(503, retryAfter: "0")), Failure("429", .busy(429, retryAfter: "0")),
    Failure("nothing", .close), Failure("a reset", .reset),
    Failure("a part", .cut(after: 30, of: Fault.created)), Failure("silence", .silence),
    Failure("garbage", .raw("SSH-2.0-x\r\n")), Failure("a page of HTML", .html()),
    Failure("half a body", .lie(length: "500", body: Fault.review)),
  ]

  private static func server(_ failure: FaultAnswer) throws -> FaultServer {
    try FaultServer { request in
      ["GET", "HEAD"].contains(request.method)
        ? .json(Fault.review, headers: ["ETag": "\"1\""]) : failure
    }
  }

  private static func sandbox(
    _ server: FaultServer, honorsKeys: Bool = false, _ more: String = ""
  ) throws -> Sandbox {
    let sandbox = try Sandbox(
      environment: ["SEASHELL_ENV": "dev", "SEASHELL_TOKEN": "token-of-the-tests"])
    try sandbox.configure(
      dev: server.url, honorsKeys: honorsKeys,
      "timeouts: { connect: 60, firstByte: \(Patience.factor), stall: \(10 * Patience.factor), "
        + "whole: \(20 * Patience.factor) }, \(more)")
    return sandbox
  }

  private static func executions(_ server: FaultServer) -> [String] {
    server.requests.filter { !["GET", "HEAD"].contains($0.method) }
      .map { "\($0.method) \($0.target)" }
  }

  @Test(arguments: Door.all, failures)
  func `a write is carried out once, and its result is shown`(door: Door, failure: Failure) throws {
    let server = try Self.server(failure.answer)
    let seen = try door.write(Self.sandbox(server))
    let executions = Self.executions(server)
    #expect(executions.count == 1, "\(executions)")
    // A module gets the server's own answer, if there is one.
    // A server that says when to come back has not carried it out.
    let isRefused = ["429", "503"].contains(failure.testDescription)
    if door.name != "gateway", failure.testDescription != "503" {
      #expect(seen.contains("sent once"), "\(seen)")
    }
    if door.name != "gateway", !isRefused {
      #expect(seen.contains("it may have been applied"), "\(seen)")
    }
    if door.isQueued { #expect(seen.contains("held"), "\(seen)") }
    print("sent: \(door.name) | \(failure.testDescription) | \(executions.count)")
  }

  @Test func `the count of executions notices a server that ignores keys`() throws {
    let server = try Self.server(.busy(503, retryAfter: "0"))
    let seen = try Door.all[0].write(Self.sandbox(server, honorsKeys: true))
    #expect(Self.executions(server).count == 4)
    #expect(Set(server.requests.map { $0.header("Idempotency-Key") }).count == 1)
    #expect(seen.contains("; sent 4 times"), "\(seen)")
  }

  @Test func `a connection that was kept and then closed does not send a write again`() throws {
    let server = try Self.server(.close)
    let sandbox = try Self.sandbox(server)
    let result = try sandbox.seashell(
      "-c", "reviews show p-1 r-9\n" + Fault.write.dropLast().joined(separator: " ") + " Fine")
    #expect(result.status == 5, "\(result.errors)")
    #expect(server.requests.map(\.connection) == [0, 0])
    #expect(Self.executions(server).count == 1)
    #expect(result.errors.contains("; sent once; it may have been applied"), "\(result.errors)")
  }

  @Test func `a write without a server is tried again, and was not sent`() throws {
    let sandbox = try Sandbox(environment: ["SEASHELL_ENV": "dev", "SEASHELL_TOKEN": "t"])
    try sandbox.configure(dev: "http://127.0.0.1:\(FaultServer.deadPort())", honorsKeys: false)
    let result = try sandbox.seashell(
      "-v", "reviews", "add", "p-1", "--rating", "4", "--comment", "x")
    #expect(result.status == 5)
    #expect(result.errors.contains("* retry 3 of 3 in"))
    #expect(!result.errors.contains("sent once") && !result.errors.contains("applied"))
  }

  @Test func `a write of a killed shell is left to the user's decision`() async throws {
    let server = try Self.server(.silence)
    let sandbox = try Self.sandbox(server)
    let kept = try sandbox.seashell(
      "reviews", "add", "p-1", "--rating", "4", "--comment", "x", "--later")
    #expect(kept.status == 0, "\(kept.errors)")
    let patient = "timeouts: { firstByte: 60, stall: 60 }"
    try sandbox.configure(dev: server.url, honorsKeys: false, patient)
    let run = try Program.spawn(
      Program.seashell.path, ["queue", "run"], environment: sandbox.environment,
      directory: sandbox.home)
    try await server.requests(1)
    kill(run, SIGKILL)
    #expect(Program.wait(for: run) == 128 + SIGKILL)
    let next = try sandbox.seashell("queue", "run")
    #expect(next.status == 6)
    #expect(next.errors.contains("q-1 held: sent once at 20"), "\(next.errors)")
    #expect(Self.executions(server).count == 1)
    let shown = try sandbox.seashell("queue", "show", "q-1")
    #expect(shown.errors.contains("look at products/p-1/reviews"), "\(shown.errors)")
    #expect(shown.errors.contains("'queue drop q-1' removes it"))
  }

  @Test func `a prompt does not send again what it has sent in the background`() throws {
    let server = try Self.server(.status(500))
    let sandbox = try Self.sandbox(server)
    let user = try PromptUser([], in: sandbox)
    try user.seePrompt("dev> ")
    try user.type("reviews add p-1 --rating 4 --comment x --later\r")
    try user.see("q-1 is held")
    try user.seePrompt("dev> ")
    try user.type("\u{4}")
    #expect(try user.end() == 0)
    let again = try PromptUser([], in: sandbox)
    try again.seePrompt("dev> ")
    try again.type("queue list\r")
    try again.see("held")
    try again.seePrompt("dev> ")
    try again.type("\u{4}")
    #expect(try again.end() == 0)
    #expect(Self.executions(server).count == 1)
  }

  @Test func `another account's write is not dropped`() throws {
    let server = try Self.server(.close)
    let sandbox = try Self.sandbox(server)
    let words = ["reviews", "add", "p-1", "--rating", "4", "--comment", "x", "--later"]
    let kept = try Program.run(
      Program.seashell.path, words, environment: sandbox.environment, directory: sandbox.home)
    #expect(kept.status == 0, "\(kept.errors)")
    let dropped = try sandbox.seashell(
      "queue", "drop", "q-1", "--yes", environment: ["SEASHELL_TOKEN": "another"])
    #expect(dropped.status == 4, "\(dropped.errors)")
    #expect(dropped.errors.contains("q-1 belongs to "), "\(dropped.errors)")
    #expect(try sandbox.seashell("queue", "drop", "q-1", "--yes").status == 0)
  }
}
