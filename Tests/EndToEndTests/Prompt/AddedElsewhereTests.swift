import Foundation
import TestSupport
import Testing

/// Modules that another shell adds and changes while a prompt is shown.
@Suite(.mayBlock) struct AddedElsewhereTests {
  @Test func `a running prompt can use a module that another shell adds`() throws {
    let sandbox = try Sandbox()
    let user = try PromptUser.atPrompt(in: sandbox)
    try user.enter("bad go", seeing: "'bad' is not a command")
    _ = try MisbehavingModule("bad", mode: "well", in: sandbox)
    try user.enter("bad go", seeing: "\nwell")
    func change(_ words: String..., seeing text: String) throws {
      let result = try Program.run(
        Program.seashell.path, ["modules"] + words, environment: sandbox.environment,
        directory: sandbox.home)
      #expect(result.status == 0, "\(result.errors)")
      try user.enter("bad go", seeing: text)
    }
    try change("disable", "bad", seeing: "the module 'bad' is disabled")
    try change("enable", "bad", seeing: "\nwell")
    try change("remove", "bad", "--yes", seeing: "'bad' is not a command")
    try user.type("\u{4}")
    #expect(try user.end() == 2)
  }

  @Test func `Tab, help and the list show a module that another shell adds`() throws {
    for (keys, seen) in [
      ("another g\t", "embedded> another go "), ("help another\r", "another go"),
      ("modules info another -o json\r", #""state": "loaded""#),
    ] {
      let sandbox = try Sandbox()
      let user = try PromptUser.atPrompt(in: sandbox)
      _ = try MisbehavingModule("another", mode: "well", in: sandbox)
      try user.type(keys)
      try user.see(seen) { ($0.text + " ").contains(seen) }
    }
  }

  @Test func `a running script can use a module that another shell adds`() throws {
    let sandbox = try Sandbox()
    let shell = try Conversation.pipes(["--keep-going"], in: sandbox)
    try shell.say("print ready\n")
    try shell.hear("ready")
    _ = try MisbehavingModule("bad", mode: "well", in: sandbox)
    try shell.say("bad go\n")
    try shell.hear("well")
    shell.closeInput()
    #expect(try shell.end().status == 0)
  }
}
