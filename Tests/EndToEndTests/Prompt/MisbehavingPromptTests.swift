import Foundation
import TestSupport
import Testing

/// Misbehaving modules beside a prompt in use.
@Suite(.mayBlock) struct MisbehavingPromptTests {
  /// The behaviour of each in a call, and the message to the user.
  private static let calls = [
    ("hang", "it did not start within \(seconds) s"),
    ("call-hang", "it said nothing for \(seconds) s"),
    ("exit", "it ended with status 3"), ("garbage", "that is not JSON"), ("flood", "it floods"),
    ("endless", "longer than 64 KiB"), ("call-nested", "nested more than 128 deep"),
    ("fork", "it ended with status 0"), ("call-flood", "it floods"),
    ("call-other-id", "which was never sent"), ("call-twice", "twice"),
    ("call-wrong-type", "a result that is not an object"), ("call-half", "in the middle of a line"),
    ("call-close-input", "it closed its input"), ("list-pages", "never ends"),
  ]

  /// The behaviour of each while no command uses it, and the message to the user.
  private static let others = [
    ("exit", "it ended with status 3"), ("crash", "segmentation fault"),
    ("half", "in the middle of a line"), ("garbage", "that is not JSON"), ("flood", "it floods"),
    ("flood-errors", "it floods"), ("endless", "longer than 64 KiB"),
    ("nested", "nested more than 128 deep"), ("invalid", "not UTF-8"),
    ("fork", "it ended with status 0"), ("close-input", "it closed its input"),
    ("close-output", "it closed its output"), ("memory", "it ended with status 1"),
    ("call-unread-requests", "it does not read the answers"),
    ("call-long-id", "with an id longer than"), ("call-long-uri", "a 'uri' longer than"),
  ]

  private static let seconds = Int(15 * Patience.factor)
  private static let limits =
    "startSeconds: \(seconds), silenceSeconds: \(seconds), bytesPerSecond: 262144, "
    + "messageBytes: 65536, memoryBytes: 67108864, idleSeconds: 600"

  @Test func `misbehaving modules in turn do not disturb a prompt`() throws {
    let sandbox = try Sandbox()
    var modules = [try MisbehavingModule("good", mode: "well", in: sandbox)]
    for (mode, _) in Self.calls {
      modules.append(try MisbehavingModule("m-\(mode)", mode: mode, in: sandbox))
    }
    try sandbox.limitModules(Self.limits)
    let user = try Self.user(in: sandbox)
    try user.enter("good go", seeing: "well")
    for (mode, reason) in Self.calls {
      try user.enter("m-\(mode) go", seeing: "the module 'm-\(mode)' broke: ")
      try user.enter("products show p-1", seeing: "p-1")
      try user.enter("good go", seeing: "well")
      try check(user, ("m-\(mode)", reason))
    }
    try end(user, modules)
  }

  @Test func `misbehaving modules at once do not disturb a prompt`() throws {
    let sandbox = try Sandbox()
    var modules = [try MisbehavingModule("good", mode: "well", in: sandbox)]
    for (mode, _) in Self.others {
      modules.append(try MisbehavingModule("m-\(mode)", mode: "later-\(mode)", in: sandbox))
    }
    try sandbox.limitModules(Self.limits)
    let user = try Self.user(in: sandbox)
    for module in modules { try user.enter("\(module.name) go", seeing: "well") }
    try sandbox.file("begin", "")
    var left = Self.others
    var number = 0
    try block(until: "every module's end", there: "\(left)") {
      number += 1
      let product = "p-\(number % 20 + 1)"
      try user.enter("products show \(product)", seeing: product)
      try user.enter("good go", seeing: "well")
      let row = user.screen.cursorRow
      try user.enter("modules list -o tsv", seeing: "session")
      let lines = user.screen.text(from: row).split(separator: "\n")
      left.removeAll { mode, reason in
        lines.contains {
          $0.split(whereSeparator: \.isWhitespace).first == "m-\(mode)" && $0.contains(reason)
        }
      }
      return left.isEmpty
    }
    // If there are very many notices at once, the prompt shows the first ones, and counts the others.
    for (mode, _) in Self.others {
      let told = user.screen.lines.filter { $0.hasPrefix("the module 'm-\(mode)' broke: ") }
      #expect(told.count <= 1, "\(told)")
    }
    try end(user, modules)
  }

  /// A user who sees notices, which `-q` would hide.
  private static func user(in sandbox: Sandbox) throws -> PromptUser {
    let user = try PromptUser(in: sandbox, columns: 200, rows: 200)
    try user.seePrompt()
    return user
  }

  private func check(_ user: PromptUser, _ expected: (module: String, reason: String)) throws {
    let lines = user.screen.lines.filter { $0.contains("the module '\(expected.module)' broke: ") }
    #expect(lines.count == 1 && lines[0].contains(expected.reason), "\(expected): \(lines)")
  }

  private func end(_ user: PromptUser, _ modules: [MisbehavingModule]) throws {
    if !Sanitizer.isOn { #expect(try Conversation.peakMemory(of: user.process) < 64 << 20) }
    try user.type("exit\r")
    #expect(try user.end() == 0)
    for module in modules { #expect(try module.leftProcesses == [], "\(module.name)") }
  }

  @Test func `a cancelled question of a module is not asked again`() throws {
    let sandbox = try Sandbox()
    let module = try MisbehavingModule("bad", mode: "call-ask-again", in: sandbox)
    let user = try PromptUser.atPrompt(in: sandbox)
    try user.type("bad go\r")
    try user.seeCursor(between: "word (optional): ")
    try user.type("\u{03}")
    try user.seePrompt()
    #expect(!user.screen.text.contains("really, 2"))
    try module.set("call-questions")
    try user.enter("modules reload bad", seeing: "reload")
    try user.type("bad go\r")
    try user.see("the module 'bad' broke: it asks more than 10 questions at once")
    try user.seePrompt()
    try user.type("exit\r")
    #expect(try user.end() == 7)
    #expect(try module.leftProcesses == [])
  }

  @Test func `two questions of a module are asked one after the other`() throws {
    let sandbox = try Sandbox()
    _ = try MisbehavingModule("bad", mode: "call-two-questions", in: sandbox)
    let user = try PromptUser.atPrompt(in: sandbox)
    try user.type("bad go\r")
    try user.seeCursor(between: "word (optional): ")
    try user.type("first\r")
    try user.see("question 2") {
      $0.cursorLine == ("word (optional): ", "") && $0.text.contains("word (optional): first")
    }
    try user.type("second\r")
    try user.see("first and second")
    try user.seePrompt()
  }

  @Test(arguments: [[], ["bad", "go"]])
  func `a form for a credential is declined, and nothing is asked`(arguments: [String]) throws {
    let sandbox = try Sandbox()
    _ = try MisbehavingModule("bad", mode: "call-ask-secret", in: sandbox)
    let user = try PromptUser(arguments, in: sandbox, columns: 200)
    if arguments.isEmpty {
      try user.seePrompt()
      try user.type("bad go\r")
    }
    try user.see("the answer: {\"action\": \"decline\"}")
    // A notice appears above the next prompt.
    try user.see(
      "the module 'bad' asked for 'api_key', which looks like a credential; the form was declined")
    #expect(!user.screen.text.contains("colour"))
  }

  @Test func `a question withdrawn by a module leaves the prompt usable`() throws {
    let sandbox = try Sandbox()
    _ = try MisbehavingModule("bad", mode: "call-withdraw", in: sandbox)
    let user = try PromptUser.atPrompt(in: sandbox)
    try user.type("bad go\r")
    try user.seeCursor(between: "word (optional): ")
    try sandbox.file("begin", "")
    try user.see("never mind")
    try user.seePrompt()
    try user.enter("products show p-1", seeing: "p-1")
  }

  @Test func `very many changes of tools lead to few lists`() throws {
    let sandbox = try Sandbox()
    _ = try MisbehavingModule("bad", mode: "call-changes", in: sandbox)
    let user = try PromptUser.atPrompt(in: sandbox)
    try user.type("bad go\r")
    try user.seeCursor(between: "bad: go on? [y/N] ")
    try user.type("y\r")
    try user.see("listed ")
    try user.seePrompt()
    let listed = user.screen.text.firstMatch(of: /listed (\d+)/).flatMap { Int($0.1) }
    #expect(try #require(listed) < 20)
  }

  @Test func `a module's output cannot control the terminal`() throws {
    let sandbox = try Sandbox()
    let module = try MisbehavingModule(
      "bad", mode: "list-hostile", in: sandbox, addedAs: "list-hostile")
    let user = try PromptUser(["-v"], in: sandbox, columns: 200, rows: 500)
    try user.seePrompt()
    for line in [
      "help", "help bad", "help bad show", "modules info bad", "modules grep owned",
      "modules check bad", "bad show --nothing",
    ] {
      try user.enter(line, seeing: "bad")
    }
    try user.type("bad show --\t\t")
    try user.see("--word")
    try user.type("\u{15}")
    for word in ["text", "content", "rows", "error", "refuse", "break"] {
      try user.type("bad show --word \(word)\r")
      try user.see("a question") { $0.cursorLine.before.hasSuffix("gone (optional): ") }
      try user.type("x\r")
      try user.see("a choice") { $0.cursorLine.before.hasSuffix(" or b; optional): ") }
      try user.type("b\r")
      try user.seePrompt()
    }
    try user.enter("modules log bad", seeing: "owned")
    try user.enter("modules list", seeing: "bad")
    try user.type("modules remove bad --yes\r")
    try user.seePrompt()
    try user.type("exit\r")
    #expect(try user.end() == 0)
    let text = String(decoding: user.written, as: UTF8.self)
    #expect(text.contains("owned"))
    for live in ["\u{1B}]0", "\u{1B}[2J", "\u{9B}", "\u{202E}", "\u{2066}", "\u{7F}", "\rgone"] {
      #expect(!text.contains(live), "\(live.unicodeScalars.map(\.value))")
    }
    #expect(try module.leftProcesses == [])
  }

  @Test(arguments: ["text", "content", "rows", "error", "refuse", "break"])
  func `a module's output cannot control a script's terminal`(word: String) throws {
    let sandbox = try Sandbox()
    _ = try MisbehavingModule("bad", mode: "list-hostile", in: sandbox, addedAs: "list-hostile")
    let talk = try Conversation.terminal(
      columns: 100, ["-v", "--keep-going", "-c", "help bad show; bad show --word \(word)"],
      // On a slow machine, a spinner erases its line, if the terminal can.
      in: sandbox, environment: ["TERM": "dumb", "NO_COLOR": "1"])
    let (_, text) = try talk.end()
    #expect(text.contains("owned"))
    let scalars = Array(text.unicodeScalars)
    let live = scalars.indices.filter { index in
      switch scalars[index] {
      case "\n": false
      case "\r": index + 1 == scalars.count || scalars[index + 1] != "\n"
      case "\u{202E}", "\u{2066}": true
      default: scalars[index].value < 0x20 || (0x7F...0x9F).contains(scalars[index].value)
      }
    }
    #expect(live.isEmpty, "\(live.map { scalars[$0].value })")
  }
}
