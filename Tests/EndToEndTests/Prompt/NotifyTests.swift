import Foundation
import TestSupport
import Testing

/// `notify`: a notice that also reaches a user who looks at another window.
@Suite(.mayBlock) struct NotifyTests {
  /// A home with a program in the place of notify-send, which keeps its arguments.
  private static func sandbox(_ end: String) throws -> Sandbox {
    let sandbox = try Sandbox()
    let program = try sandbox.file(
      "bin/notify-send", "#!/bin/sh\nprintf '%s|' \"$@\" >> \"$HOME/sent\"\n\(end)\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: program)
    return sandbox
  }

  private static func user(_ sandbox: Sandbox, display: String) throws -> PromptUser {
    let user = try PromptUser(
      in: sandbox,
      environment: [
        "DISPLAY": display, "PATH": "\(sandbox.home.path)/bin:\(sandbox.environment["PATH"] ?? "")",
      ])
    try user.seePrompt()
    return user
  }

  private static func waitForBell(_ user: PromptUser) throws {
    try user.wait(for: "the bell") { user.written.contains(7) }
  }

  @Test func `a rule's notice is shown above the line, and on the desktop`() throws {
    let sandbox = try Self.sandbox("")
    let user = try Self.user(sandbox, display: ":7")
    try user.enter("on shop.sold --quiet do notify --x $event.item", seeing: "rule 1")
    try user.enter("events post shop.sold \"item=a\u{9B}b\"; print half", seeing: "half")
    try user.see("--x a\\u{9B}b")
    let sent = sandbox.home.appending(path: "sent")
    try user.wait(for: "the notice on the desktop") {
      (try? String(contentsOf: sent, encoding: .utf8)) == "--|--x a\\u{9B}b|"
    }
    #expect(!user.written.contains(7))
  }

  @Test(arguments: [("", ""), (":7", "exit 1")])
  func `without a desktop the bell rings`(display: String, end: String) throws {
    let sandbox = try Self.sandbox(end)
    let user = try Self.user(sandbox, display: display)
    try user.enter("notify 'it is done'", seeing: "it is done")
    try Self.waitForBell(user)
    #expect(
      FileManager.default.fileExists(atPath: sandbox.home.appending(path: "sent").path)
        == !display.isEmpty)
  }

  @Test func `no bell goes to a file`() throws {
    let sandbox = try Self.sandbox("")
    let user = try PromptUser(
      ["-c", "exec '\(Program.seashell.path)' 2> errors"], in: sandbox, program: "/bin/sh")
    try user.seePrompt()
    try user.enter("notify 'it is done'; nosuch; print end", seeing: "it is done")
    let errors = try String(contentsOf: sandbox.home.appending(path: "errors"), encoding: .utf8)
    #expect(errors.contains("nosuch") && !errors.contains("\u{7}"), "\(errors)")
  }

  @Test func `a script writes the notice to standard error`() throws {
    let sandbox = try Self.sandbox("")
    let result = try sandbox.seashell("-c", "notify a b", environment: ["DISPLAY": ":7"])
    #expect(result.status == 0 && result.output.isEmpty)
    #expect(result.errors == "a b\n")
  }
}
