import FaultServer
import Foundation
import TestSupport
import Testing

/// The number of retries, its source, and what the user sees of them.
@Suite(.mayBlock) struct RetryTests {
  private static func sandbox(_ server: FaultServer, _ more: String = "") throws -> Sandbox {
    let sandbox = try Sandbox(environment: ["SEASHELL_ENV": "dev"])
    try sandbox.configure(dev: server.url, more)
    return sandbox
  }

  @Test(
    arguments: [
      ("", "products show p-1", 4), ("retries: 1", "products show p-1", 2),
      ("retries: 1", "set retries 2; products show p-1", 3),
      ("retries: 1", "set retries 2; products show p-1 --retries 0", 1),
      ("", "products show p-1 --no-retry", 1), ("", "set retries 0; api get x", 1),
      ("", "api get x --retries 1", 2), ("", "api delete x --no-retry", 1),
      ("retries: 0", "set retries 3; set retries auto; api get x", 1),
      ("retries: 0", "session status", 1),
    ])
  func `retries follow the option, the setting, the environment or the default`(
    fields: String, script: String, count: Int
  ) throws {
    let server = try FaultServer(.busy(503, retryAfter: "0"))
    var sandbox = try Self.sandbox(server, fields)
    if script.hasPrefix("session") {
      sandbox = try Sandbox(environment: ["SEASHELL_ENV": "dev", "SEASHELL_TOKEN": "t"])
      try sandbox.configure(dev: server.url, fields)
    }
    let result = try sandbox.seashell("-c", script)
    #expect(result.status == 8, "\(result.errors)")
    #expect(server.requests.count == count)
  }

  @Test(
    arguments: [
      ("products show p-1 --retries 1 --no-retry", "cannot be used together"),
      ("products show p-1 --retries many", "--retries"), ("products show p-1 --retries 21", "20"),
      ("products show p-1 --retries -1", "--retries"), ("set retries 21", "0 to 20"),
      ("set retries some", "choose auto or a number"),
    ])
  func `an invalid number of retries is refused, and nothing is sent`(script: String, says: String)
    throws
  {
    let server = try FaultServer(.json(Fault.product))
    let result = try Self.sandbox(server).seashell("-c", script)
    #expect(result.status == 2, "\(result.errors)")
    #expect(result.errors.contains(says), "\(result.errors)")
    #expect(server.requests.isEmpty)
  }

  @Test func `the number of retries in the configuration has bounds`() throws {
    let server = try FaultServer(.json(Fault.product))
    let result = try Self.sandbox(server, "retries: 21").seashell("products", "show", "p-1")
    #expect(result.status == 2)
    #expect(result.errors.contains("environments.dev.retries must be 0 to 20"))
  }

  @Test func `the total time limits attempts and waits together`() throws {
    let server = try FaultServer(.silence)
    let sandbox = try Self.sandbox(server, "timeouts: { firstByte: 0.3, whole: 0.5 }, retries: 20")
    let result = try sandbox.seashell("products", "show", "p-1")
    #expect(result.status == 5)
    #expect(server.requests.count <= 2)
  }

  @Test func `a trace counts the retries`() throws {
    let server = try FaultServer(.busy(503), .json(Fault.product))
    let result = try Self.sandbox(server).seashell("-v", "products", "show", "p-1")
    #expect(result.status == 0)
    #expect(result.errors.contains("* retry 1 of 3 in "), "\(result.errors)")
    #expect(result.errors.contains(": the server responded with 503"))
  }

  @Test func `a retry prints a notice on a terminal, but not in a script`() throws {
    let other = try FaultServer(.busy(503), .json(Fault.product))
    let script = try Self.sandbox(other).seashell("products", "show", "p-1")
    #expect(script.status == 0 && script.errors.isEmpty, "\(script.errors)")
    let server = try FaultServer(.busy(503), .json(Fault.product))
    let user = try PromptUser(["api", "get", "products/p-1"], in: Self.sandbox(server))
    try user.see("the server responded with 503; GET /v1/products/p-1 is sent again (1 of 3)")
    #expect(try user.end() == 0)
  }

  @Test func `notices of retries come before the error of the last try`() throws {
    let server = try FaultServer(.busy(503))
    let user = try PromptUser(in: Self.sandbox(server, "retries: 2"), columns: 120)
    try user.seePrompt("dev> ")
    try user.type("api get x\r")
    try user.seeCursor(between: "dev> ")
    let lines = user.screen.lines
    let rows = ["(1 of 2)", "(2 of 2)", "sent 3 times"].map { text in
      lines.firstIndex { $0.contains(text) }
    }
    #expect(!rows.contains(nil) && rows.compactMap(\.self).sorted() == rows, "\(lines)")
    #expect(lines.count { $0.contains("is sent again") } == 2)
  }
}
