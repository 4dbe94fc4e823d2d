import FaultServer
import Foundation
import TestSupport
import Testing

/// The progress of slow commands on a terminal.
@Suite(.mayBlock) struct ProgressTests {
  /// A shop with 4 products, whose second page is held back.
  private static func shop(_ gate: FaultGate) throws -> FaultServer {
    @Sendable func page(_ ids: ClosedRange<Int>) -> FaultAnswer {
      let products = ids.map { number in
        #"{"id":"p-\#(number)","name":"Mug \#(number)","description":"d","price":5,"#
          + #""currency_code":"EUR","image":null}"#
      }
      let next = ids.upperBound < 4 ? "</v1/products?page=2>; rel=\"next\"" : ""
      return .json(
        "[\(products.joined(separator: ","))]", headers: ["X-Total-Count": "4", "Link": next])
    }
    return try FaultServer { request in
      request.target.contains("page=2") ? .held(page(3...4), by: gate) : page(1...2)
    }
  }

  private static func sandbox(_ server: FaultServer) throws -> Sandbox {
    let sandbox = try Sandbox(environment: ["SEASHELL_ENV": "dev"])
    try sandbox.configure(dev: server.url)
    return sandbox
  }

  @Test(arguments: [60, 120])
  func `a slow request is shown, and its display removed`(columns: Int) throws {
    let gate = FaultGate()
    let server = try FaultServer(.held(.json("{}"), by: gate))
    let user = try PromptUser(
      ["api", "get", "things", "--query", "secret=1"], in: Self.sandbox(server), columns: columns)
    try user.see("waiting for 127.0.0.1:\(server.port): GET /v1/things")
    #expect(!user.screen.text.contains("secret"))
    gate.open()
    #expect(try user.end() == 0)
    #expect(user.screen.lines == ["{}"])
  }

  @Test func `a list of known length has a bar while its results go to a file`() throws {
    let gate = FaultGate()
    let server = try Self.shop(gate)
    let user = try PromptUser(
      ["-c", "seashell products list --all > out; wc -l < out"], in: Self.sandbox(server),
      program: "/bin/sh")
    try user.see("products  ▕██████████          ▏ 2 of 4")
    gate.open()
    #expect(try user.end() == 0)
    #expect(user.screen.lines == ["4"])
  }

  @Test func `the bar makes way for the results on the same terminal`() throws {
    let gate = FaultGate()
    let server = try Self.shop(gate)
    let user = try PromptUser(
      ["-c", "products list --all | each api get products/$it.id; print end"],
      in: Self.sandbox(server))
    // Below the results of the first page.
    try user.see("}]\nproducts  ▕██████████          ▏ 2 of 4")
    gate.open()
    #expect(try user.end() == 0)
    #expect(!user.screen.text.contains("products  ") && !user.screen.text.contains("each api"))
    #expect(user.screen.lines.last == "end")
  }

  @Test func `a command at the prompt shows its name until it is interrupted`() throws {
    let user = try PromptUser(in: Sandbox())
    try user.seePrompt()
    try user.type("sleep 60\r")
    try user.see("a spinner and the name") {
      $0.lines.dropLast().last == "embedded> sleep 60" && $0.lines.last?.hasSuffix(" sleep") == true
    }
    try user.interrupt()
    #expect(user.screen.lines.suffix(3) == ["embedded> sleep 60", "^C", "embedded>"])
    try user.enter("print on", seeing: "\non")
    #expect(!user.screen.text.contains("⠋ sleep"))
  }

  @Test(arguments: [["-q"], ["TERM=dumb"], ["2>"], ["! sleep"]])
  func `no progress is shown where it would disturb`(how: [String]) throws {
    let line =
      switch how[0] {
      case "-q": "seashell -q -c 'sleep 0.7'"
      case "TERM=dumb": "TERM=dumb seashell -c 'sleep 0.7'"
      case "2>": "seashell -c 'sleep 0.7' 2> errors; cat errors"
      default: "seashell -c '! sleep 0.7'"
      }
    let user = try PromptUser(["-c", line], in: Sandbox(), program: "/bin/sh")
    #expect(try user.end() == 0)
    #expect(user.written.isEmpty, "\(user.screen.text)")
  }

  @Test func `progress makes way for a question`() throws {
    let user = try PromptUser(["-c", "session login"], in: Sandbox())
    try user.seeCursor(between: "user: ")
    // Longer than it takes for progress to appear: the pause before a spinner would be over.
    #expect(throws: PromptUser.Disappointment.self) {
      try user.see("session login", within: 800)
    }
    try user.seeCursor(between: "user: ")
  }

  @Test(arguments: [false, true])
  func `progress makes way for a module's form`(atPrompt: Bool) throws {
    let sandbox = try Sandbox()
    _ = try MisbehavingModule("bad", mode: "call-two-questions", in: sandbox)
    let user =
      try atPrompt ? PromptUser.atPrompt(in: sandbox) : PromptUser(["bad", "go"], in: sandbox)
    if atPrompt { try user.type("bad go\r") }
    for (question, answer) in [("question 1", "fir"), ("question 2", "sec")] {
      try user.see(question) { $0.text.contains(question) && $0.cursorLine.before == Self.word }
      try user.type(answer)
      // A spinner would have been drawn several times.
      #expect(throws: PromptUser.Disappointment.self) {
        try user.see("a spinner", within: 800) {
          $0.lines.last?.hasSuffix(" bad go") == true && $0.lines.last != "embedded> bad go"
        }
      }
      try user.seeCursor(between: Self.word + answer)
      try user.type(answer.suffix(1) + "\r")
    }
    try user.see("firr and secc")
    #expect(user.screen.text.contains("word (optional): firr\n"))
    #expect(user.screen.text.contains("word (optional): secc\n"))
  }

  private static let word = "word (optional): "
}
