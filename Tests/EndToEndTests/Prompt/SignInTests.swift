import FaultServer
import Foundation
import TestSupport
import Testing

/// `session login` at a server that has no sessions.
@Suite(.mayBlock) struct SignInTests {
  @Test func `no password is asked for by a server without sessions`() throws {
    let server = try FaultServer(.status(404))
    let sandbox = try Sandbox(environment: ["SEASHELL_ENV": "dev"])
    try sandbox.configure(dev: server.url)
    let user = try PromptUser(["session", "login"], in: sandbox, columns: 200)
    try user.see("dev has no 'session' to sign in to with a password; start again with")
    #expect(try user.end() == 3)
    #expect(!user.screen.text.contains("user:") && !user.screen.text.contains("password:"))
    #expect(server.requests.map { "\($0.method) \($0.target)" } == ["GET /v1/session"])
    #expect(server.requests.allSatisfy { $0.header("Authorization") == nil })
  }

  @Test func `an unreachable server is noticed before the password is asked for`() throws {
    let server = try FaultServer(.status(404))
    let sandbox = try Sandbox(environment: ["SEASHELL_ENV": "dev"])
    try sandbox.configure(dev: server.url)
    server.stop()
    let user = try PromptUser(["session", "login"], in: sandbox, columns: 200)
    #expect(try user.end() == 5)
    #expect(!user.screen.text.contains("user:"))
  }
}
