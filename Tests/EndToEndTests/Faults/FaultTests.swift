import FaultServer
import TestSupport
import Foundation
import Testing

/// The errors that users see when a server or the network fails, one row for each fault.
@Suite(.mayBlock) struct FaultTests {
  private static let token = "token-of-the-fault-tests"

  private static let tries = 4...4

  static let reads: [Fault] = [
    // The time for all attempts ends before the fourth.
    Fault("it says nothing", 5, "did not ", requests: 3...4, .silence),
    Fault("it closes at once", 5, "closed the connection", requests: tries, .close),
    Fault("it breaks the connection", 5, "closed the connection", requests: tries, .reset),
    Fault(
      "it sends a byte a second", 5, "did not finish its response", requests: 1...4,
      .trickle(.json(Fault.product))),
    Fault(
      "the body is cut", 5, "was cut off", requests: tries,
      .cut(after: 120, of: .json(Fault.product))),
    Fault(
      "the body is cut by a reset", 5, "was cut off", requests: tries,
      .cut(after: 120, of: .json(Fault.product), breaks: true)),
    Fault(
      "the length is too long", 5, "was cut off", requests: tries,
      .lie(length: "500", body: Fault.product)),
    Fault("the length is too short", 8, "not valid JSON", .lie(length: "10", body: Fault.product)),
    Fault("the length is negative", 8, "not valid HTTP", .lie(length: "-1", body: Fault.product)),
    Fault("it speaks something else", 8, "does not speak HTTP", .raw("SSH-2.0-x\r\n")),
    Fault("a bomb that unpacks to 1 GiB", 1, "bytes", .bomb(1 << 30)),
    Fault("a body without an end", 1, "bytes", .flood(.max)),
    Fault("a header of 1 MiB", 1, "header", .hugeHeader(1 << 20)),
    Fault("a header without an end", 1, "header", .endlessHeaders),
    Fault("429", 6, "429", requests: tries, .busy(429)),
    Fault("429, to come back in an hour", 6, "429", .busy(429, retryAfter: "3600")),
    Fault("503", 8, "503", requests: tries, .busy(503)),
    Fault("503, to come back at once", 8, "503", requests: tries, .busy(503, retryAfter: "0")),
    Fault("503, to come back in an hour", 8, "503", .busy(503, retryAfter: "3600")),
    Fault("500", 8, "500", .status(500)),
    Fault("a 200 of HTML", 8, "HTML", .html()),
    Fault("JSON of another kind", 8, "name", .json(#"{"id":"p-1","name":7}"#)),
    Fault(
      "a redirect to itself", 1, "loop", .redirect(to: "/v1/products/p-1")),
    Fault("a redirect to a file", 8, "redirect", .redirect(to: "file:///etc/passwd")),
    Fault("a redirect to nowhere", 8, "redirect", .status(302)),
  ]

  static let writes: [Fault] = [
    Fault(
      "a POST is carried out, and its answer cut once", read: Fault.write, 0, "", requests: 2...2
    ) { $0.number == 0 ? .close : Fault.created },
    Fault(
      "a POST is carried out, and its answers always cut", read: Fault.write, 5,
      "may have been applied", requests: tries
    ) { _ in .cut(after: 30, of: Fault.created) },
    Fault("a POST meets 503 once", read: Fault.write, 0, "", requests: 2...2) {
      $0.number == 0 ? .busy(503) : Fault.created
    },
    Fault("a POST meets a redirect", read: Fault.write, 8, "redirect") { _ in
      .redirect(to: "/v1/elsewhere", status: 307)
    },
    Fault("a PUT is cut", read: Fault.change, 5, "may have been applied") { _ in .close },
    Fault("a PUT meets 503", read: Fault.change, 8, "503") { _ in .busy(503) },
    Fault("a PUT is answered in HTML", read: Fault.change, 8, "HTML") { _ in .html() },
  ]

  // A sanitizer unpacks a GiB too slowly for the fault's time limit.
  @Test(arguments: (reads + writes).filter { !Sanitizer.isOn || !$0.name.contains("GiB") })
  func `a fault is one line with its status, and nothing is sent twice`(
    fault: Fault
  ) throws {
    let server = try FaultServer(fault.answer)
    let result = try Self.run(fault.command, at: server.url)
    #expect(result.status == fault.status, "\(result.errors)")
    #expect(fault.says.isEmpty || result.errors.contains(fault.says), "\(result.errors)")
    #expect(result.errors.count { $0 == "\n" } == (fault.status == 0 ? 0 : 1), "\(result.errors)")
    #expect(fault.status == 0 || result.output.isEmpty)
    Self.check(result, server)
    #expect(fault.requests.contains(server.requests.count), "\(server.requests.count) requests")
    // All attempts have one key, so the server carries the write out once.
    let posts = server.requests.filter { $0.method == "POST" }
    #expect(Set(posts.map { $0.header("Idempotency-Key") }).count == (posts.isEmpty ? 0 : 1))
    #expect(posts.allSatisfy { $0.header("Idempotency-Key")?.isEmpty == false })
    print(
      "fault: \(fault.name) | \(result.status) | \(server.requests.count) | \(result.errors)",
      terminator: result.errors.isEmpty ? "\n" : "")
  }

  @Test(arguments: [(Fault.read, "refused"), (Fault.write, "refused")])
  func `a refused connection is one line with status 5`(command: [String], says: String) throws {
    let result = try Self.run(command, at: "http://127.0.0.1:\(FaultServer.deadPort())")
    #expect(result.status == 5)
    #expect(result.errors.contains(says))
    #expect(!result.errors.contains("may have been applied"))
    #expect(!result.errors.contains(Self.token))
  }

  @Test func `an answer cut off at any byte is an error`() throws {
    // A PUT has no key, so it is sent only once.
    let answer = FaultAnswer.json(Fault.review)
    for count in 0..<answer.bytes.count {
      let server = try FaultServer(.cut(after: count, of: answer))
      let result = try Self.run(Fault.change, at: server.url)
      #expect(result.status == 5, "after \(count) bytes: \(result.errors)")
      #expect(result.errors.contains("may have been applied"), "after \(count) bytes")
      #expect(result.output.isEmpty && server.requests.count == 1, "after \(count) bytes")
    }
  }

  @Test func `a read follows a redirect to another origin without credentials`() throws {
    let other = try FaultServer(.json(Fault.product))
    let server = try FaultServer(.redirect(to: "\(other.url)/v1/products/p-1"))
    let result = try Self.run(Fault.read, at: server.url)
    #expect(result.status == 0, "\(result.errors)")
    #expect(server.requests.first?.header("Authorization") == "Bearer \(Self.token)")
    #expect(other.requests.count == 1)
    for name in ["Authorization", "Cookie"] { #expect(other.requests.first?.header(name) == nil) }
    #expect(!"\(other.requests)".contains(Self.token))
  }

  @Test func `neither a write nor a link to a page follows another origin`() throws {
    let other = try FaultServer(Fault.created)
    let server = try FaultServer { request in
      request.method == "POST"
        ? .redirect(to: "\(other.url)/v1/x", status: 308)
        : .json(
          "[\(Fault.product)]",
          headers: [
            "Link": "<\(other.url)/v1/products?page=2>; rel=\"next\"", "X-Total-Count": "2",
          ])
    }
    let posted = try Self.run(Fault.write, at: server.url)
    #expect(posted.status == 8, "\(posted.errors)")
    let listed = try Self.run(["products", "list", "--all"], at: server.url)
    #expect(listed.status == 8 || listed.status == 1, "\(listed.errors)")
    #expect(listed.output == "p-1\tMug\t1.5\tEUR\n")
    #expect(listed.errors.contains("only the first 1 products came"))
    #expect(other.requests.isEmpty)
  }

  @Test func `a cycle of pages is an error of its own`() throws {
    let server = try FaultServer(
      .json("[\(Fault.product)]", headers: ["Link": "</v1/products?page=2>; rel=\"next\""]))
    let result = try Self.run(["products", "list", "--all"], at: server.url)
    #expect(result.status == 8, "\(result.errors)")
    #expect(result.errors.contains("the server gave the same page again"))
    Self.check(result, server)
  }

  /// Runs a command with a token and short time limits against a server.
  private static func run(_ command: [String], at address: String) throws -> Program.Result {
    let sandbox = try Sandbox(environment: ["SEASHELL_ENV": "dev", "SEASHELL_TOKEN": token])
    try sandbox.configure(
      dev: address,
      // Short enough for a service that is silent, and long enough for one that answers, on a busy machine.
      "timeouts: { connect: 60, firstByte: \(Patience.factor), stall: \(10 * Patience.factor), "
        + "whole: \(5 * Patience.factor) },")
    return try Program.run(
      Program.seashell.path, command, environment: sandbox.environment, directory: sandbox.home)
  }

  /// Checks that the token was sent to the server and nowhere else.
  private static func check(_ result: Program.Result, _ server: FaultServer) {
    #expect(!(result.output + result.errors).contains(token))
    #expect(server.requests.allSatisfy { !$0.target.contains(token) && !$0.text.contains(token) })
  }
}
